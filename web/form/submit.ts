import { useRef, type FormEvent } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { FieldError } from '#contracts/refusals.ts'
import { newKey } from '../lib/api.ts'
import { ApiError, isUnknown, messageOf } from '../lib/api-error.ts'
import { announce } from '../lib/toasts.tsx'
import { useLeaveWarning } from '../lib/use-discard-guard.tsx'
import type { Attempt } from './create-once.ts'

const isFieldError = (detail: unknown): detail is FieldError =>
  typeof detail === 'object' && detail !== null && 'path' in detail && 'message' in detail

export const fieldErrors = (error: unknown): readonly FieldError[] =>
  error instanceof ApiError && Array.isArray(error.details)
    ? error.details.filter(isFieldError)
    : []

export type Send<Values, Done = unknown> = (values: Values, attempt: Attempt) => Promise<Done>

/** Submits once at a time. After a definite refusal the next attempt gets a new idempotency key. */
export const useSubmit = <Values extends FieldValues>(
  form: UseFormReturn<Values>,
  send: Send<Values>,
  onDone: () => void,
) => {
  const attempt = useRef<Attempt>({ key: newKey(), lost: null })
  const { isSubmitting: busy, isDirty } = form.formState
  useLeaveWarning(busy || isDirty)

  const run = async () => {
    announce('Lagrer data, vennligst vent...')
    try {
      await send(form.getValues(), attempt.current)
      announce('Data ble lagret vellykket.')
      onDone()
    } catch (error) {
      if (!isUnknown(error)) attempt.current.key = newKey()
      announce('Det oppstod en feil ved lagring av data.')
      const found = fieldErrors(error)
      for (const { path, message } of found)
        form.setError(path as FieldPath<Values>, { type: 'server', message })
      if (found[0]) form.setFocus(found[0].path as FieldPath<Values>)
      const text = messageOf(error)
      // What a field says already is not repeated for the whole form.
      if (!found.some(({ message }) => text === message || text === `${message}.`))
        form.setError('root', { message: text })
    }
  }

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!busy) void form.handleSubmit(run)()
  }

  return { busy, submit }
}
