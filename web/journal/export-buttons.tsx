import { Download, FileCheck2 } from 'lucide-react'
import { useState } from 'react'
import { attempt } from '../lib/attempt.ts'
import { Button } from '../lib/button.tsx'
import { download } from '../lib/download.ts'
import { Spinner } from '../lib/spinner.tsx'
import { exportPath, fromAddress, type ExportFormat } from './filter.ts'

const labels: Readonly<Record<ExportFormat, string>> = {
  csv: 'CSV',
  xlsx: 'Excel',
  zip: 'Med bevis',
  parts: 'Med bevis og deler',
}

const isProven = (format: ExportFormat) => format === 'zip' || format === 'parts'

const formatsFor = (query: string): readonly ExportFormat[] => {
  const { entity, id } = fromAddress(query)
  const formats = Object.keys(labels) as ExportFormat[]
  return entity === 'assemblytypes' && id !== ''
    ? formats
    : formats.filter((format) => format !== 'parts')
}

/** Exports the filtered changes as lists, or as events with proofs that an auditor can verify. */
export const ExportButtons = ({ query }: { query: string }) => {
  const [busy, setBusy] = useState<ExportFormat | null>(null)
  const start = async (format: ExportFormat) => {
    setBusy(format)
    const name = `revisjon.${isProven(format) ? 'zip' : format}`
    await attempt(
      () => download(exportPath(query, format), name),
      'Kunne ikke eksportere endringene',
    )
    setBusy(null)
  }
  const iconOf = (format: ExportFormat) => {
    if (busy === format) return <Spinner />
    return isProven(format) ? <FileCheck2 /> : <Download />
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="flex flex-wrap gap-2">
        {formatsFor(query).map((format) => (
          <Button
            key={format}
            icon={iconOf(format)}
            aria-disabled={busy !== null}
            onClick={() => void start(format)}
          >
            {labels[format]}
          </Button>
        ))}
      </div>
      <p className="text-sm text-muted print:hidden">
        «{labels.zip}» er en ZIP-fil. Åpne report.html i den: der står det hvordan hvem som helst
        kan kontrollere at endringene er slik de ble skrevet i loggen.
      </p>
    </div>
  )
}
