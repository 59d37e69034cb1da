import { FileSpreadsheet, FileUp } from 'lucide-react'
import { adviceFor, chooseCsv, fileKind, fileKindBytes, isCsv } from '#contracts/csv/file-kinds.ts'
import type { Entity } from '#contracts/entity.ts'
import { ChosenFile, DropZone } from '../fields/drop-zone.tsx'
import { toast } from '../lib/toasts.tsx'

export type ImportKind = 'csv' | 'workbook' | 'priceFile'

/** The kind of the file by its contents, or advice if it cannot be imported. */
const kindOf = async ({ csv }: Entity, file: File): Promise<ImportKind | { advice?: string }> => {
  const kind = fileKind(new Uint8Array(await file.slice(0, fileKindBytes).arrayBuffer()))
  if (kind === 'workbook') return kind
  if (csv?.priceFiles && kind === 'priceFile') return kind
  const advice = adviceFor[kind]
  if (advice) return { advice }
  return isCsv(file.type, file.name) ? 'csv' : {}
}

const refuse = (advice = '') =>
  toast({
    title: 'Ugyldig fil',
    lines: [chooseCsv, advice].filter(Boolean),
    destructive: true,
  })

type Props = {
  entity: Entity
  file: File | null
  onChange: (file: File | null, kind?: ImportKind) => void
  disabled: boolean
}

const fileTypes = '.csv,.xlsx,text/csv,application/vnd.ms-excel'

export const FileDrop = ({ entity, file, onChange, disabled }: Props) => {
  const takesPriceFiles = entity.csv?.priceFiles !== undefined
  const take = async (next: File | undefined) => {
    if (!next) return
    const kind = await kindOf(entity, next)
    if (typeof kind === 'object') refuse(kind.advice)
    else onChange(next, kind)
  }
  if (file)
    return (
      <ChosenFile
        icon={<FileSpreadsheet />}
        label="Fjern filen"
        disabled={disabled}
        onClick={() => onChange(null)}
      >
        <span className="min-w-0 flex-1 truncate">{file.name}</span>
      </ChosenFile>
    )
  return (
    <DropZone
      className="min-h-24 flex-col justify-center gap-1 px-4 py-5 text-center"
      // A price file may have any extension, so the file chooser must not filter.
      {...(!takesPriceFiles && { accept: fileTypes })}
      aria-label="CSV-fil"
      disabled={disabled}
      onFile={(next) => void take(next)}
    >
      <FileUp className="size-5" />
      <span>Dra en CSV-fil eller Excel-arbeidsbok hit, eller klikk for å velge</span>
      {takesPriceFiles && (
        <span className="text-sm">
          Prisfiler fra elektrogrossister (EFO/NELFO 4.0) kan også lastes opp
        </span>
      )}
    </DropZone>
  )
}
