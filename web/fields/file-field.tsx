import { FileUp, Paperclip, X } from 'lucide-react'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import type { FileKind } from '#contracts/fields.ts'
import { messageOf } from '../lib/api.ts'
import { IconButton } from '../lib/button.tsx'
import { fileName } from '../lib/file-name.ts'
import { upload } from '../lib/upload.ts'
import { useFieldAttributes } from './field-row.tsx'
import { useUnderWay } from './uploads.ts'

/** What a file field takes, as spec'd for the browser's file chooser. */
const accepted: Readonly<Record<FileKind, string>> = {
  image: 'image/*',
  pdf: '.pdf',
  document: '.pdf,.doc,.docx,.txt',
  drawing: '.pdf,.dwg,.dxf,.png,.jpg,.jpeg',
}

/** The same in words. */
const acceptedNames: Readonly<Record<FileKind, string>> = {
  image: 'PNG, JPEG, GIF eller WebP',
  pdf: 'PDF',
  document: 'PDF, DOC, DOCX eller TXT',
  drawing: 'PDF, DWG, DXF, PNG eller JPEG',
}

/** True when the chooser would have offered this file: dropped files come past it. */
export const isAccepted = (kind: FileKind, { name, type }: { name: string; type: string }) =>
  kind === 'image'
    ? type.startsWith('image/')
    : accepted[kind].split(',').some((ending) => name.toLowerCase().endsWith(ending))

type Props = {
  kind: FileKind
  /** Path of the stored file; '' is none. */
  value: string
  onChange: (path: string) => void
  onBlur?: () => void
}

/** Idle, uploading or filled. An upload that fails is logged, and leaves the field as it was. */
export const FileField = ({ kind, value, onChange, onBlur }: Props) => {
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState('')
  const [over, setOver] = useState(false)
  const stop = useRef<AbortController | null>(null)
  const attributes = useFieldAttributes()
  useEffect(() => () => stop.current?.abort(), [])
  useUnderWay(share !== null)

  const send = async (file: File | undefined) => {
    if (!file) return
    if (!isAccepted(kind, file))
      return setProblem(`Filtypen støttes ikke her. Velg ${acceptedNames[kind]}.`)
    setProblem('')
    setShare(0)
    stop.current = new AbortController()
    try {
      onChange(await upload(file, setShare, stop.current.signal))
    } catch (error) {
      console.error('Opplasting feilet', error)
      if (!stop.current.signal.aborted) setProblem(messageOf(error, 'Filen ble ikke lastet opp.'))
    } finally {
      setShare(null)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void send(event.dataTransfer.files[0])
  }

  if (share !== null)
    return (
      <output className="control flex items-center gap-3">
        <span className="shrink-0">Laster opp...</span>
        <progress
          aria-label="Laster opp"
          value={share}
          className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
        />
        <button type="button" className="text-sm underline" onClick={() => stop.current?.abort()}>
          Stopp
        </button>
      </output>
    )

  if (value)
    return (
      <div className="control flex items-center gap-2 py-0 pr-0.5">
        <Paperclip aria-hidden className="size-4 shrink-0 text-muted" />
        <a
          href={value}
          target="_blank"
          rel="noreferrer"
          className="min-w-0 flex-1 truncate text-accent hover:underline"
        >
          {fileName(value)}
        </a>
        <IconButton label="Fjern filen" icon={<X aria-hidden />} onClick={() => onChange('')} />
      </div>
    )

  return (
    <div>
      <div
        className={`relative flex min-h-9 items-center gap-2 rounded-md border border-dashed px-2.5 text-sm text-muted transition-colors focus-within:outline-2 focus-within:outline-accent hover:bg-hover ${over ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileUp aria-hidden className="size-4 shrink-0" />
        <span aria-hidden className="truncate">
          Velg fil eller slipp den her
        </span>
        <input
          type="file"
          accept={accepted[kind]}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
          {...attributes}
          onBlur={onBlur}
          onChange={({ target }) => {
            void send(target.files?.[0])
            target.value = ''
          }}
        />
      </div>
      {problem && (
        <p role="alert" className="mt-1 text-xs text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}
