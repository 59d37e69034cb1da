import { Download, FileCheck2 } from 'lucide-react'
import { useState } from 'react'
import { attempt } from '../lib/attempt.ts'
import { Button } from '../lib/button.tsx'
import { download } from '../lib/download.ts'
import { Spinner } from '../lib/spinner.tsx'
import { exportPath, exportPaths, type ExportFormat } from './filter.ts'

const labels: Readonly<Record<ExportFormat, string>> = {
  csv: 'CSV',
  xlsx: 'Excel',
  zip: 'Med bevis',
}

/** What the filter finds, as files: lists to read, or events that an outsider can check. */
export const ExportButtons = ({ query }: { query: string }) => {
  const [busy, setBusy] = useState<ExportFormat | null>(null)
  const start = async (format: ExportFormat) => {
    setBusy(format)
    const path = exportPath(query, format)
    await attempt(() => download(path, `revisjon.${format}`), 'Kunne ikke eksportere endringene')
    setBusy(null)
  }
  const iconOf = (format: ExportFormat) => {
    if (busy === format) return <Spinner />
    return format === 'zip' ? <FileCheck2 /> : <Download />
  }
  return (
    <div className="flex flex-wrap gap-2">
      {(Object.keys(exportPaths) as ExportFormat[]).map((format) => (
        <Button
          key={format}
          icon={iconOf(format)}
          disabled={busy !== null}
          onClick={() => void start(format)}
        >
          {labels[format]}
        </Button>
      ))}
    </div>
  )
}
