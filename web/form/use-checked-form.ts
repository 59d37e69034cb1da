import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm, type FieldPath, type FieldValues, type UseFormProps } from 'react-hook-form'
import { config, type z } from 'zod'
import { inNorwegian } from '#contracts/validation.ts'
import { pointerReleased } from '../lib/pointer-release.ts'
import { flatErrors } from './listed-errors.ts'

// zod compiles its schemas with `new Function`, which the Content-Security-Policy forbids.
config({ jitless: true })

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
