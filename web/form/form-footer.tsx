import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useEffect, useReducer, type ReactNode } from 'react'
import type { z } from 'zod'
import { messageOf } from '../lib/api.ts'
import { Button } from '../lib/button.tsx'
import { Spinner } from '../lib/spinner.tsx'
import { ErrorList, flatErrors } from './error-list.tsx'

type Props = {
  busy: boolean
  ready: boolean
  /** A file is on its way into the form. */
  uploading: boolean
  failure: unknown
  schema: z.ZodType
  submit: string
  submitting: string
  labelOf: (path: string) => string
  onCancel: () => void
  /** What to do about the failure, in place of it. */
  notice?: ReactNode
}

/**
 * Whether the form may be sent, as of the last keystroke. What was typed before this component could
 * listen, on a slow machine, is looked at once it can.
 */
const useValidity = (schema: z.ZodType): boolean => {
  const { control, getValues } = useFormContext()
  const [, listening] = useReducer((count: number) => count + 1, 0)
  useWatch({ control })
  useEffect(listening, [listening])
  return schema.safeParse(getValues()).success
}

/**
 * Buttons, and below them what must be corrected. Messages wait until a field is left, but the submit
 * button follows every keystroke: it must not stay dead under a pointer on its way to it.
 */
export const FormFooter = ({
  busy,
  ready,
  uploading,
  failure,
  schema,
  submit,
  submitting,
  labelOf,
  onCancel,
  notice,
}: Props) => {
  const { control } = useFormContext()
  const { errors } = useFormState({ control })
  const valid = useValidity(schema)
  const listed = flatErrors(errors)
  const text = failure === null ? '' : messageOf(failure)
  // What the server found at a field is said there, and in the list.
  const isListed = listed.some(({ message }) => message === text)

  return (
    <footer className="flex flex-col gap-3 border-t border-line bg-surface px-5 py-3">
      {failure !== null && !notice && !isListed && (
        <p role="alert" className="text-sm text-danger">
          {text}
        </p>
      )}
      {notice}
      <div className="flex items-center justify-end gap-2">
        <output className="min-w-0 flex-1 text-sm text-muted">
          {uploading && 'Vent til filen er lastet opp.'}
        </output>
        <Button onClick={onCancel} disabled={busy}>
          Avbryt
        </Button>
        <Button type="submit" look="primary" disabled={busy || !ready || uploading || !valid}>
          {busy && <Spinner />}
          {busy ? submitting : submit}
        </Button>
      </div>
      <ErrorList errors={listed} labelOf={labelOf} />
    </footer>
  )
}
