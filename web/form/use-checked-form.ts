import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm, type FieldPath, type FieldValues, type UseFormProps } from 'react-hook-form'
import type { z } from 'zod'
import { inNorwegian, required } from '#contracts/validation.ts'
import { pointerReleased } from '../lib/pointer-release.ts'

type ListedError = { readonly path: string; readonly message: string; readonly type: unknown }
type Tree = { readonly [key: string]: unknown }

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** Flattens nested errors, in the order of the fields. */
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
  /** For validation only; the values sent are those typed. */
  schema: z.ZodType
}

/** Validates on blur, then on change, but never while the pointer is down: a message would move the pressed button. */
export const useCheckedForm = <Values extends FieldValues>({ schema, ...rest }: Props<Values>) => {
  const validate = zodResolver(
    schema as z.ZodType<Values, Values>,
    { error: inNorwegian, reportInput: true },
    { raw: true },
  )
  const form = useForm<Values>({
    ...rest,
    mode: 'onBlur',
    resolver: async (...all) => {
      await pointerReleased()
      return validate(...all)
    },
  })
  const { subscribe, trigger } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ errors = {}, name: changed }) => {
          // Keep server errors until their field changes: the client cannot check them again.
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
