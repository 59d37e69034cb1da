import type { ReactNode } from 'react'
import { z } from 'zod'
import type { Fields } from '#contracts/fields.ts'
import { FieldColumn } from '../fields/controls.tsx'
import { refresh } from '../lib/refresh.ts'
import { toast } from '../lib/toasts.tsx'
import type { Attempt } from './create-once.ts'
import { FormDialog, type FormDialogProps } from './form-dialog.tsx'
import type { FormValues } from './form-values.ts'

type Body = Readonly<Record<string, unknown>>
type Toast = { title: string; text?: string }

/** Trims texts and drops empty optional values. */
export const filledIn = (fields: Fields, form: FormValues): Body =>
  Object.fromEntries(
    Object.entries(form)
      .map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value] as const)
      .filter(([key, value]) => value !== '' || fields[key]?.required),
  )

type Passed = 'title' | 'description' | 'submit' | 'submitting' | 'size' | 'defaults' | 'onClose'
type Props = Pick<FormDialogProps<FormValues>, Passed> & {
  children?: ReactNode
  fields: Fields
  draft: string
  body: z.ZodType
  bodyOf?: (form: FormValues) => Body
  send: (body: Body, attempt: Attempt) => Promise<Toast>
  failed: (error: unknown) => Toast
}

const noFiles: readonly string[] = []

/** A form for things that are not records. */
export const FieldsDialog = (props: Props) => {
  const { fields, draft, body, send, failed, children, ...rest } = props
  const { bodyOf = (form: FormValues) => filledIn(fields, form), ...dialog } = rest
  const onSubmit = async (form: FormValues, attempt: Attempt) => {
    try {
      const done = await send(bodyOf(form), attempt)
      void refresh()
      toast(done)
    } catch (error) {
      toast({ ...failed(error), destructive: true })
      throw error
    }
  }
  return (
    <FormDialog<FormValues>
      {...dialog}
      draft={{ of: draft, without: noFiles }}
      schema={z.preprocess((form) => bodyOf(form as FormValues), body)}
      labelOf={(path) => fields[path]?.label ?? path}
      onSubmit={onSubmit}
    >
      {children}
      <FieldColumn fields={fields} />
    </FormDialog>
  )
}
