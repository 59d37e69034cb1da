import { FileSpreadsheet } from 'lucide-react'
import type { ClipboardEvent } from 'react'
import { DropZone } from '../../fields/drop-zone.tsx'
import { call } from '../../lib/api.ts'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../lib/button.tsx'
import { toast } from '../../lib/toasts.tsx'
import { readingsOf } from './read-rows.ts'
import { tableIn, type Table } from './table.ts'
import type { TableAnswer } from '#contracts/csv/table.ts'

/** The server opens workbooks and finds out the encoding of text. */
const tableOf = async (file: File): Promise<Table> => {
  const form = new FormData()
  form.set('file', file)
  const { body } = await call('/api/csv-import/table', { method: 'POST', body: form })
  const { data } = body as { data: TableAnswer }
  return { ...('text' in data ? tableIn(data.text) : data), file: file.name }
}

type Props = {
  typed: string
  onType: (typed: string) => void
  onTable: (table: Table) => void
}

const explained =
  'Nummer, antall og notat i hver sin kolonne, med eller uten overskrifter. En kolonne «Nivå» gir underenheter.'
const accepted = '.xlsx,.csv,.txt'
const maxBytes = 10_000_000

const fail = (text: string) => toast({ title: 'Ugyldig fil', text, destructive: true })

const readFile = async (file: File, onTable: Props['onTable']) => {
  if (file.size > maxBytes) return fail('Filen er større enn 10 MB.')
  try {
    const table = await tableOf(file)
    const { rows, left } = readingsOf(table)[0]!
    if (rows.length + left.length === 0) return fail('Filen har ingen rader.')
    onTable(table)
  } catch (error) {
    fail(messageOf(error))
  }
}

export const PasteArea = ({ typed, onType, onTable }: Props) => {
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault()
    onTable(tableIn(event.clipboardData.getData('text/plain')))
  }
  return (
    <div className="flex flex-col gap-3 px-5">
      <p className="text-sm text-muted">{explained}</p>
      <textarea
        aria-label="Rader fra regnearket"
        placeholder="Lim inn her"
        rows={8}
        className="control font-mono"
        value={typed}
        onChange={({ target }) => onType(target.value)}
        onPaste={onPaste}
      />
      <Button
        className="self-end"
        disabled={typed.trim() === ''}
        onClick={() => onTable(tableIn(typed))}
      >
        Les radene
      </Button>
      <DropZone
        className="min-h-20 flex-col justify-center gap-1 px-4 py-4 text-center"
        accept={accepted}
        aria-label="Excel- eller CSV-fil"
        onFile={(file) => file && void readFile(file, onTable)}
      >
        <FileSpreadsheet className="size-5" />
        <span>Eller dra en Excel- eller CSV-fil hit, eller klikk for å velge</span>
      </DropZone>
    </div>
  )
}
