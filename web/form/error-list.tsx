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

type Props = { errors: readonly ListedError[]; labelOf: (path: string) => string }

export const ErrorList = ({ errors, labelOf }: Props) =>
  errors.length === 0 ? null : (
    <div role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">
      <p className="font-medium">Følgende felter må korrigeres:</p>
      <ul className="mt-1 max-h-[20dvh] list-disc low:max-h-none overflow-y-auto pl-5">
        {errors.map(({ path, message }) => (
          <li key={path}>
            <span className="font-medium">{labelOf(path)}</span>: {message}
          </li>
        ))}
      </ul>
    </div>
  )
