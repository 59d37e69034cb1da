import { Paperclip, X } from 'lucide-react'
import { useController } from 'react-hook-form'
import { IconButton } from '../lib/button.tsx'
import { FileField } from './file-field.tsx'
import { fileName } from '../lib/file-name.ts'
import type { ControlProps } from './basic-controls.tsx'

/** Any number of files: those there are, and a field for one more. */
export const FilesControl = ({ name, field }: ControlProps) => {
  const { field: form } = useController({ name })
  const paths = form.value as readonly string[]
  return (
    <div className="flex flex-col gap-1.5">
      {paths.map((path) => (
        <div key={path} className="control flex items-center gap-2 py-0 pr-0.5">
          <Paperclip aria-hidden className="size-4 shrink-0 text-muted" />
          <a
            href={path}
            target="_blank"
            rel="noreferrer"
            className="min-w-0 flex-1 truncate text-accent hover:underline"
          >
            {fileName(path)}
          </a>
          <IconButton
            label={`Fjern ${fileName(path)}`}
            icon={<X aria-hidden />}
            onClick={() => form.onChange(paths.filter((other) => other !== path))}
          />
        </div>
      ))}
      <FileField
        kind={field.file!}
        value=""
        onChange={(path) => path && form.onChange([...paths, path])}
        onBlur={form.onBlur}
      />
    </div>
  )
}
