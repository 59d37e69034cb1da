import { useController } from 'react-hook-form'
import { FileField } from '../lib/file-field.tsx'
import type { ControlProps } from './control.ts'

export const FileControl = ({ name, field }: ControlProps) => {
  const { field: form } = useController({ name })
  return (
    <FileField
      kind={field.file!}
      value={form.value as string}
      onChange={form.onChange}
      onBlur={form.onBlur}
    />
  )
}
