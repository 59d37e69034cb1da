import type { ReactNode } from 'react'
import { z } from 'zod'
import type { Fields } from '#contracts/fields.ts'
import { capitalized } from '#contracts/text.ts'
import { FieldColumn } from '../fields/controls.tsx'
import { FormDialog, type FormDialogProps, type Toast } from './form-dialog.tsx'
import type { FormValues } from './form-values.ts'
import type { Send } from './submit.ts'

type Body = Readonly<Record<string, unknown>>

/** Trims texts and drops empty optional values. */
export const filledIn = (fields: Fields, form: FormValues): Body =>
  Object.fromEntries(
    Object.entries(form)
      .map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value] as const)
      .filter(([key, value]) => value !== '' || fields[key]?.required),
  )

/** For passwords, which may begin or end with a space. */
export const asTyped = (form: FormValues): Body => form

export const wordsOf = (one: string, isNew: boolean) => ({
  title: `${isNew ? 'Legg til' : 'Rediger'} ${one}`,
  submit: `${isNew ? 'Legg til' : 'Oppdater'} ${one}`,
  submitting: isNew ? 'Legger til...' : 'Oppdaterer...',
  done: `${capitalized(one)} ${isNew ? 'lagt til' : 'oppdatert'}`,
})

type Own = 'draft' | 'schema' | 'labelOf' | 'onSubmit' | 'children'
type Props = Omit<FormDialogProps, Own> & {
  children?: ReactNode
  fields: Fields
  draft?: string
  body: z.ZodType
  bodyOf?: (form: FormValues) => Body
  send: Send<Body, Toast | undefined>
}

/** A form for things that are not records. */
export const FieldsDialog = (props: Props) => {
  const { fields, draft, body, send, children, ...rest } = props
  const { bodyOf = (form: FormValues) => filledIn(fields, form), ...dialog } = rest
  return (
    <FormDialog
      size="sm"
      {...dialog}
      {...(draft && { draft: { of: draft } })}
      schema={z.preprocess((form) => bodyOf(form as FormValues), body)}
      labelOf={(path) => fields[path]?.label ?? path}
      onSubmit={(form, attempt) => send(bodyOf(form), attempt)}
    >
      {children}
      <FieldColumn fields={fields} />
    </FormDialog>
  )
}
