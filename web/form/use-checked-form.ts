import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm, type FieldPath, type FieldValues, type UseFormProps } from 'react-hook-form'
import { config, type z } from 'zod'
import { inNorwegian, required } from '#contracts/validation.ts'
import { pointerReleased } from '../lib/pointer-release.ts'

// zod compiles its schemas with `new Function`, which the Content-Security-Policy forbids.
config({ jitless: true })

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

type Props<Values extends FieldValues> = Omit<UseFormProps<Values>, 'mode' | 'resolver'> & {
  /** Rules of the values. They only judge: what is sent is made from what was typed. */
  schema: z.ZodType
}

/**
 * A form that says what is wrong with a field when it is left, and from then on while it is corrected.
 * Messages wait until a press is over: coming or going, they move the button that is pressed.
 */
export const useCheckedForm = <Values extends FieldValues>({ schema, ...rest }: Props<Values>) => {
  const judge = zodResolver(
    schema as z.ZodType<Values, Values>,
    { error: inNorwegian, reportInput: true },
    { raw: true },
  )
  const form = useForm<Values>({
    ...rest,
    mode: 'onBlur',
    resolver: async (...all) => {
      await pointerReleased()
      return judge(...all)
    },
  })
  const { subscribe, trigger } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ errors = {}, name: changed }) => {
          // What the server refused stands until that field is changed: only the server knows better.
          const wrong = flatErrors(errors)
            .filter(({ path, type }) => path === changed || type !== 'server')
            .map(({ path }) => path as FieldPath<Values>)
          if (changed && wrong.length > 0) void trigger(wrong)
        },
      }),
    [subscribe, trigger],
  )
  return form
}
