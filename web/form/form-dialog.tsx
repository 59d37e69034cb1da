import { useAtomValue } from 'jotai'
import { useEffect, useReducer, type KeyboardEvent, type ReactNode } from 'react'
import {
  FormProvider,
  useFormContext,
  useFormState,
  useWatch,
  type UseFormReturn,
} from 'react-hook-form'
import type { z } from 'zod'
import { Dialog, type DialogSize } from '../lib/dialog.tsx'
import { DialogButtons } from '../lib/dialog-buttons.tsx'
import { Alert, Problem } from '../lib/alert.tsx'
import { refresh } from '../lib/refresh.ts'
import { toast } from '../lib/toasts.tsx'
import { DraftOffer, type Draft } from './draft-offer.tsx'
import type { FormValues } from './form-values.ts'
import { useDraftGuard } from './use-draft.tsx'
import { useAutofocus } from './use-autofocus.ts'
import { useSubmit, type Send } from './submit.ts'
import { uploadsAtom } from '../fields/file-field.tsx'
import { flatErrors, useCheckedForm } from './use-checked-form.ts'

export type Toast = { readonly title: string; readonly text?: string; readonly more?: ReactNode }

export type FormDialogProps = {
  onClose: () => void
  title: string
  description?: string
  /** For example 'Opprett motortype', and while sending 'Oppretter...'. */
  submit: string
  submitting: string
  size?: DialogSize
  /** Initial values. New ones replace only fields the user has not edited. */
  defaults: FormValues
  /** The form cannot be sent while its values are invalid. */
  schema: z.ZodType
  labelOf: (path: string) => string
  /** Resolves to the toast, if any. If it throws, the form stays open with its values. */
  onSubmit: Send<FormValues, Toast | undefined>
  /** The toast after an error; without it only the form says what is wrong. */
  failed?: (error: unknown) => Toast
  /** Shown instead of the fields while the initial values are loading. */
  pending?: ReactNode
  /** The key of the draft. Leave it out for forms with passwords. */
  draft?: Draft
  /** Shown above the buttons instead of the error, for resolving conflicts. */
  notice?: ReactNode
  children: ReactNode
}

type ErrorsProps = { errors: ReturnType<typeof flatErrors>; labelOf: (path: string) => string }

const ErrorList = ({ errors, labelOf }: ErrorsProps) =>
  errors.length === 0 ? null : (
    <Alert>
      <p className="font-medium">Følgende felter må korrigeres:</p>
      <ul className="mt-1 max-h-[20dvh] list-disc low:max-h-none overflow-y-auto pl-5">
        {errors.map(({ path, message }) => (
          <li key={path}>
            <span className="font-medium">{labelOf(path)}</span>: {message}
          </li>
        ))}
      </ul>
    </Alert>
  )

/**
 * Validates at each change, and once after mount: on a slow machine the user may have typed before the subscription.
 */
const useValidity = (schema: z.ZodType): boolean => {
  const { control, getValues } = useFormContext()
  const [, listening] = useReducer((count: number) => count + 1, 0)
  useWatch({ control })
  useEffect(listening, [listening])
  return schema.safeParse(getValues()).success
}

type FooterProps = Pick<
  FormDialogProps,
  'schema' | 'labelOf' | 'submit' | 'submitting' | 'pending' | 'notice' | 'onClose'
> & { busy: boolean }

/** Messages wait for blur, but the button is enabled at once: otherwise a click from the last field would be lost. */
const FormFooter = ({ busy, schema, pending, notice, labelOf, ...rest }: FooterProps) => {
  const { control } = useFormContext()
  const { errors } = useFormState({ control })
  const valid = useValidity(schema)
  const uploading = useAtomValue(uploadsAtom) > 0
  return (
    <div className="flex w-full flex-col gap-3">
      {notice || <Problem text={errors.root?.message ?? ''} />}
      <div className="flex items-center justify-end gap-2">
        <output className="min-w-0 flex-1 text-sm text-muted">
          {uploading && 'Vent til filen er lastet opp.'}
        </output>
        <DialogButtons
          text={rest.submit}
          busyText={rest.submitting}
          busy={busy}
          isReady={!pending && !uploading && valid}
          onCancel={rest.onClose}
        />
      </div>
      <ErrorList errors={flatErrors(errors)} labelOf={labelOf} />
    </div>
  )
}

/** Everything on screen is read again after a save. */
const useSend = ({ onSubmit, failed }: FormDialogProps) => {
  const send: Send<FormValues> = async (values, attempt) => {
    try {
      const done = await onSubmit(values, attempt)
      void refresh()
      if (done) toast(done)
    } catch (error) {
      if (failed) toast({ ...failed(error), destructive: true })
      throw error
    }
  }
  return send
}

/** Enter does not send while the button is disabled: then it says what is wrong with its field. */
const checkOnEnter =
  ({ trigger }: UseFormReturn<FormValues>) =>
  ({ key, target }: KeyboardEvent) => {
    if (key === 'Enter' && target instanceof HTMLInputElement && target.name)
      void trigger(target.name)
  }

export const FormDialog = (props: FormDialogProps) => {
  const form = useCheckedForm<FormValues>({
    schema: props.schema,
    defaultValues: props.defaults,
    values: props.defaults,
    resetOptions: { keepDirtyValues: true, keepErrors: true },
    shouldFocusError: true,
  })
  const { draft } = props
  const { isDirty: isUnsaved } = form.formState
  const unsaved = useDraftGuard(draft?.of ?? '', { isUnsaved, onClose: props.onClose })
  const { busy, submit } = useSubmit(form, useSend(props), unsaved.done)
  const { title, description, size = 'md', pending } = props
  const body = useAutofocus<HTMLDivElement>(!pending)
  return (
    <FormProvider {...form}>
      <Dialog
        onClose={unsaved.close}
        onSubmit={submit}
        title={title}
        description={description}
        size={size}
        busy={busy}
        footer={<FormFooter {...props} onClose={unsaved.close} busy={busy} />}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- listens to the fields inside */}
        <div ref={body} className="px-5 py-5" onKeyDown={checkOnEnter(form)}>
          {draft && !pending && <DraftOffer {...draft} />}
          {pending || props.children}
        </div>
        {unsaved.question}
      </Dialog>
    </FormProvider>
  )
}
