import { required } from '#contracts/validation.ts'

type ListedError = { readonly path: string; readonly message: string; readonly type: unknown }
type Tree = { readonly [key: string]: unknown }

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** The errors of a form, nested or not, in the order of its fields. */
export const flatErrors = (errors: Tree, above = ''): readonly ListedError[] =>
  Object.entries(errors).flatMap(([key, error]) => {
    if (!isTree(error) || key === 'root') return []
    const path = above ? `${above}.${key}` : key
    if ('type' in error || 'message' in error) {
      const { message, type } = error
      const text = typeof message === 'string' && message !== '' ? message : required
      return [{ path, message: text, type }]
    }
    return flatErrors(error, path)
  })
