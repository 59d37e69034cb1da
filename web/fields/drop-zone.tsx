import { Paperclip, X } from 'lucide-react'
import { useState, type ComponentProps, type DragEvent, type ReactNode } from 'react'
import { IconButton } from '../lib/button.tsx'
import { FileName } from './file-name.tsx'

type ZoneProps = ComponentProps<'input'> & { onFile: (file: File | undefined) => void }

export const DropZone = ({ onFile, className = '', children, ...input }: ZoneProps) => {
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!input.disabled) onFile(event.dataTransfer.files[0])
  }
  return (
    <div
      className={`relative flex items-center rounded-md border border-dashed text-muted transition-colors focus-within:outline-2 focus-within:outline-accent hover:bg-hover ${over ? 'border-accent bg-accent-soft' : 'border-line-strong'} ${className}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
      <input
        type="file"
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        {...input}
        onChange={({ target }) => {
          onFile(target.files?.[0])
          // Otherwise choosing the same file again would not fire a change event.
          target.value = ''
        }}
      />
    </div>
  )
}

type ChosenProps = ComponentProps<typeof IconButton> & { children: ReactNode }

export const ChosenFile = ({ icon, children, ...button }: ChosenProps) => (
  <div className="control flex items-center gap-2 py-0 pr-0.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted">
    {icon}
    {children}
    <IconButton icon={<X />} {...button} />
  </div>
)

type StoredProps = { path: string; label: string; onClick: () => void }

export const StoredFile = ({ path, ...button }: StoredProps) => (
  <ChosenFile icon={<Paperclip />} {...button}>
    <a
      href={path}
      target="_blank"
      rel="noreferrer"
      className="min-w-0 flex-1 truncate text-accent hover:underline"
    >
      <FileName path={path} />
    </a>
  </ChosenFile>
)
