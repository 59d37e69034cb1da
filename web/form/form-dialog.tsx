import { useRef, type ReactNode } from 'react'
import { FormProvider, type DefaultValues, type FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { Dialog, type DialogSize } from '../lib/dialog.tsx'
import { FormFooter } from './form-footer.tsx'
import { useAutofocus } from './use-autofocus.ts'
import { useSubmit, type Send } from './submit.ts'
import { UploadsContext, useUploads } from '../fields/uploads.ts'
import { useCheckedForm } from './use-checked-form.ts'

export type FormDialogProps<Values extends FieldValues> = {
  onClose: () => void
  title: string
  description?: string
  /** Words of the submit button, idle and at work: 'Opprett motortype', 'Oppretter...'. */
  submit: string
  submitting: string
  size?: DialogSize
  /** What the form starts from. New ones (memoised, please) replace what has not been edited. */
  defaults: Values
  /** Rules of the values; while they are broken the form cannot be sent. */
  schema: z.ZodType
  labelOf: (path: string) => string
  /** Sends. A failure that is thrown leaves the form open, with what was typed. */
  onSubmit: Send<Values>
  /** Shown in place of the fields while what they start from is on its way. */
  pending?: ReactNode
  /** Above the buttons, in place of what went wrong: what to do about a conflict. */
  notice?: ReactNode
  children: ReactNode
}

/** The one dialog to create or edit something. */
export const FormDialog = <Values extends FieldValues>(props: FormDialogProps<Values>) => {
  const form = useCheckedForm<Values>({
    schema: props.schema,
    defaultValues: props.defaults as DefaultValues<Values>,
    values: props.defaults,
    resetOptions: { keepDirtyValues: true, keepErrors: true },
    shouldFocusError: true,
  })
  const body = useRef<HTMLDivElement>(null)
  const { busy, failure, submit } = useSubmit(form, props.onSubmit, props.onClose)
  const { underWay, count } = useUploads()
  useAutofocus(body, !props.pending)
  const { title, description, size = 'md', pending, notice } = props

  return (
    <FormProvider {...form}>
      <Dialog
        onClose={props.onClose}
        onSubmit={submit}
        title={title}
        {...(description && { description })}
        size={size}
        busy={busy}
        footer={
          <FormFooter
            busy={busy}
            ready={!pending}
            uploading={underWay > 0}
            failure={failure}
            schema={props.schema}
            submit={props.submit}
            submitting={props.submitting}
            labelOf={props.labelOf}
            onCancel={props.onClose}
            notice={notice}
          />
        }
      >
        <div ref={body} className="px-5 py-5">
          <UploadsContext value={count}>{pending || props.children}</UploadsContext>
        </div>
      </Dialog>
    </FormProvider>
  )
}
