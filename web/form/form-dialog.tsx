import { useAtomValue } from 'jotai'
import { useEffect, useReducer, useRef, type ReactNode } from 'react'
import {
  FormProvider,
  useFormContext,
  useFormState,
  useWatch,
  type DefaultValues,
  type FieldValues,
} from 'react-hook-form'
import type { z } from 'zod'
import { messageOf } from '../lib/api.ts'
import { Dialog, type DialogSize } from '../lib/dialog.tsx'
import { DialogButtons } from '../lib/dialog-buttons.tsx'
import { forgetDraft } from '../lib/drafts.ts'
import { Problem } from '../lib/alert.tsx'
import { DraftOffer, type Draft } from './draft-offer.tsx'
import { useDraftKey } from './use-draft.tsx'
import { useDiscardGuard } from '../lib/use-discard-guard.tsx'
import { useAutofocus } from './use-autofocus.ts'
import { useSubmit, type Send } from './submit.ts'
import { uploadsAtom } from '../fields/file-field.tsx'
import { flatErrors, useCheckedForm } from './use-checked-form.ts'

export type FormDialogProps<Values extends FieldValues> = {
  onClose: () => void
  title: string
  description?: string
  /** Words of the submit button, idle and at work: 'Opprett motortype', 'Oppretter...'. */
  submit: string
  submitting: string
  size?: DialogSize
  /** What the form starts from. Others replace what has not been edited. */
  defaults: Values
  /** Rules of the values; while they are broken the form cannot be sent. */
  schema: z.ZodType
  labelOf: (path: string) => string
  /** Sends. A failure that is thrown leaves the form open, with what was typed. */
  onSubmit: Send<Values>
  /** Shown in place of the fields while what they start from is on its way. */
  pending?: ReactNode
  /** Names what is edited, where what is typed outlives a crash. Never for passwords. */
  draft?: Draft
  /** Above the buttons, in place of what went wrong: what to do about a conflict. */
  notice?: ReactNode
  children: ReactNode
}

type ErrorsProps = { errors: ReturnType<typeof flatErrors>; labelOf: (path: string) => string }

const ErrorList = ({ errors, labelOf }: ErrorsProps) =>
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

type FooterProps = Pick<
  FormDialogProps<FieldValues>,
  'schema' | 'labelOf' | 'submit' | 'submitting' | 'pending' | 'notice' | 'onClose'
> & { busy: boolean; failure: unknown }

/**
 * Buttons, and below them what must be corrected. Messages wait until a field is left, but the submit
 * button follows every keystroke: it must not stay dead under a pointer on its way to it.
 */
const FormFooter = ({ busy, failure, schema, pending, notice, labelOf, ...rest }: FooterProps) => {
  const { control } = useFormContext()
  const { errors } = useFormState({ control })
  const valid = useValidity(schema)
  const uploading = useAtomValue(uploadsAtom) > 0
  const listed = flatErrors(errors)
  const text = failure === null ? '' : messageOf(failure)
  // What the server found at a field is said there, and in the list.
  const isListed = listed.some(({ message }) => text === message || text === `${message}.`)

  return (
    <footer className="flex flex-col gap-3 border-t border-line bg-surface px-5 py-3">
      {!notice && !isListed && <Problem text={text} />}
      {notice}
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
      <ErrorList errors={listed} labelOf={labelOf} />
    </footer>
  )
}

/** What was typed and not saved: closing asks first. */
const useUnsaved = (isDirty: boolean, draft: Draft | undefined, onClose: () => void) => {
  const key = useDraftKey(draft?.of ?? '')
  const done = () => {
    if (draft) forgetDraft(key)
    onClose()
  }
  return { done, ...useDiscardGuard({ isUnsaved: isDirty, onClose, onDiscard: done }) }
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
  const { draft } = props
  const unsaved = useUnsaved(form.formState.isDirty, draft, props.onClose)
  const { busy, failure, submit } = useSubmit(form, props.onSubmit, unsaved.done)
  useAutofocus(body, !props.pending)
  const { title, description, size = 'md', pending } = props

  return (
    <FormProvider {...form}>
      <Dialog
        onClose={unsaved.close}
        onSubmit={submit}
        title={title}
        {...(description && { description })}
        size={size}
        busy={busy}
        footer={<FormFooter {...props} onClose={unsaved.close} busy={busy} failure={failure} />}
      >
        <div ref={body} className="px-5 py-5">
          {draft && !pending && <DraftOffer {...draft} />}
          {pending || props.children}
        </div>
        {unsaved.question}
      </Dialog>
    </FormProvider>
  )
}
