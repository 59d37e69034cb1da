import { useMemo, type ReactNode } from 'react'
import { z } from 'zod'
import type { Field } from '#contracts/fields.ts'
import { FieldColumn } from '../../fields/controls.tsx'
import { FormDialog, type FormDialogProps } from '../../form/form-dialog.tsx'
import type { SaveOptions } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.tsx'
import { refreshAssemblies } from './api.ts'

type Fields = Readonly<Record<string, Field>>
type Values = Record<string, string | boolean>
type Told = { title: string; text: string }

/** What to send: trimmed, and without what is empty and may be. */
export const filledIn = (fields: Fields, form: Values): Values =>
  Object.fromEntries(
    Object.entries(form)
      .map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value] as const)
      .filter(([key, value]) => value !== '' || fields[key]?.required),
  )

type Passed = 'title' | 'submit' | 'submitting' | 'size' | 'defaults' | 'onClose'
type Props = Pick<FormDialogProps<Values>, Passed> & {
  fields: Fields
  draft: string
  body: z.ZodType
  /** Gives what to tell when it is done. */
  send: (body: Values, options: SaveOptions) => Promise<Told>
  failed: (error: unknown) => Told
  children?: ReactNode
}

const noFiles: readonly string[] = []

export const FieldsDialog = ({ fields, draft, body, send, failed, children, ...rest }: Props) => {
  const schema = useMemo(
    () => z.preprocess((form) => filledIn(fields, form as Values), body),
    [fields, body],
  )
  const onSubmit = async (form: Values, key: { current: string }) => {
    try {
      const done = await send(filledIn(fields, form), { key: key.current })
      void refreshAssemblies()
      toast(done)
    } catch (error) {
      toast({ ...failed(error), destructive: true })
      throw error
    }
  }
  const labelOf = (path: string) => fields[path]?.label ?? path
  return (
    <FormDialog<Values>
      {...rest}
      draft={{ of: draft, without: noFiles }}
      schema={schema}
      labelOf={labelOf}
      onSubmit={onSubmit}
    >
      {children}
      <FieldColumn fields={fields} />
    </FormDialog>
  )
}
