import { atom, useSetAtom } from 'jotai'
import { FileUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import type { FileKind } from '#contracts/fields.ts'
import { messageOf } from '../lib/api-error.ts'
import { fileName } from './file-name.tsx'
import { Problem } from '../lib/alert.tsx'
import { ProgressBar } from '../lib/progress-bar.tsx'
import { upload } from './upload.ts'
import type { ControlProps } from './basic-controls.tsx'
import { DropZone, StoredFile } from './drop-zone.tsx'
import { useFieldAttributes } from './field-row.tsx'

/** The number of running uploads: a form must not be sent before its files are stored. */
export const uploadsAtom = atom(0)

/** The `accept` attribute of the file chooser. */
const accepted: Readonly<Record<FileKind, string>> = {
  image: 'image/*',
  pdf: '.pdf',
  document: '.pdf,.doc,.docx,.txt',
  drawing: '.pdf,.dwg,.dxf,.png,.jpg,.jpeg',
}

const acceptedNames: Readonly<Record<FileKind, string>> = {
  image: 'PNG, JPEG, GIF eller WebP',
  pdf: 'PDF',
  document: 'PDF, DOC, DOCX eller TXT',
  drawing: 'PDF, DWG, DXF, PNG eller JPEG',
}

/** The chooser filters by `accept`, but dropped files do not pass it. */
export const isAccepted = (kind: FileKind, { name, type }: { name: string; type: string }) =>
  kind === 'image'
    ? type.startsWith('image/')
    : accepted[kind].split(',').some((ending) => name.toLowerCase().endsWith(ending))

/** If the upload fails, the field keeps its value. */
const useUpload = (kind: FileKind, onDone: (path: string) => void) => {
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState('')
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const countUploads = useSetAtom(uploadsAtom)

  const send = async (file: File | undefined) => {
    if (!file) return
    if (!isAccepted(kind, file))
      return setProblem(`Filtypen støttes ikke her. Velg ${acceptedNames[kind]}.`)
    setProblem('')
    setShare(0)
    countUploads((count) => count + 1)
    stop.current = new AbortController()
    try {
      onDone(await upload(file, setShare, stop.current.signal))
    } catch (error) {
      console.error('Opplasting feilet', error)
      if (!stop.current.signal.aborted) setProblem(messageOf(error, 'Filen ble ikke lastet opp.'))
    } finally {
      setShare(null)
      countUploads((count) => count - 1)
    }
  }
  return { share, problem, send, stop: () => stop.current?.abort() }
}

const Uploading = ({ share, onStop }: { share: number; onStop: () => void }) => (
  <output className="control flex items-center gap-3">
    <span className="shrink-0">Laster opp...</span>
    <ProgressBar aria-label="Laster opp" value={share} className="min-w-0 flex-1" />
    <button type="button" className="text-sm underline" onClick={onStop}>
      Stopp
    </button>
  </output>
)

type Props = { kind: FileKind; onChange: (path: string) => void; onBlur: () => void }

const NewFile = ({ kind, onChange, onBlur }: Props) => {
  const { share, problem, send, stop } = useUpload(kind, onChange)
  const attributes = useFieldAttributes()
  if (share !== null) return <Uploading share={share} onStop={stop} />
  return (
    <div>
      <DropZone
        className="min-h-9 gap-2 px-2.5 text-sm"
        accept={accepted[kind]}
        onFile={(file) => void send(file)}
        onBlur={onBlur}
        {...attributes}
      >
        <FileUp className="size-4 shrink-0" />
        <span aria-hidden className="truncate">
          Velg fil eller slipp den her
        </span>
      </DropZone>
      <Problem text={problem} className="mt-1 text-xs" />
    </div>
  )
}

export const FileControl = ({ name, field }: ControlProps) => {
  const { onChange, onBlur, value } = useController({ name }).field
  return value ? (
    <StoredFile path={value as string} label="Fjern filen" onClick={() => onChange('')} />
  ) : (
    <NewFile kind={field.file!} onChange={onChange} onBlur={onBlur} />
  )
}

export const FilesControl = ({ name, field }: ControlProps) => {
  const { onChange, onBlur, value } = useController({ name }).field
  const paths = value as readonly string[]
  return (
    <div className="flex flex-col gap-1.5">
      {paths.map((path) => (
        <StoredFile
          key={path}
          path={path}
          label={`Fjern ${fileName(path)}`}
          onClick={() => onChange(paths.filter((other) => other !== path))}
        />
      ))}
      <NewFile kind={field.file!} onChange={(path) => onChange([...paths, path])} onBlur={onBlur} />
    </div>
  )
}
