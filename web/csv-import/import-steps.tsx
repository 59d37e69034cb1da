import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { JobAnswer } from '#contracts/csv/job-answer.ts'
import type { Entity } from '#contracts/entity.ts'
import { Button } from '../lib/button.tsx'
import { download } from '../lib/download.ts'
import { toast } from '../lib/toasts.tsx'
import { FileDrop } from './file-drop.tsx'
import { Step } from './import-fields.tsx'
import type { CsvImport } from './use-csv-import.ts'

const downloadTemplate = async ({ name, csv, noun }: Entity, query: string) => {
  try {
    await download(`/api/csv-import/${name}/template${query}`, csv!.template)
  } catch {
    const text = `Kunne ikke laste ned CSV-mal for ${noun.many}`
    toast({ title: 'Feil', text, destructive: true })
  }
}

const templates = [
  ['', 'Last ned mal'],
  ['?separator=semicolon', 'Mal for norsk Excel (semikolon)'],
] as const

export const TemplateStep = ({ entity }: { entity: Entity }) => (
  <Step title="1. Last ned mal">
    <div className="flex flex-wrap gap-2">
      {templates.map(([query, text]) => (
        <Button
          key={query}
          icon={<Download />}
          onClick={() => void downloadTemplate(entity, query)}
        >
          {text}
        </Button>
      ))}
    </div>
  </Step>
)

/** Scrolls to the file after its first check and after the import, but not while the user changes reading options. */
const useScrollIntoView = (file: File | null, job: JobAnswer | null) => {
  const place = useRef<HTMLElement>(null)
  const isKnown = job !== null
  const isImported = job?.answer?.dryRun === false
  useEffect(() => {
    if (file && isKnown) place.current?.scrollIntoView({ block: 'start' })
  }, [file, isKnown, isImported])
  return place
}

const KeptName = ({ known, keptName }: Pick<CsvImport, 'known' | 'keptName'>) => (
  <p className="text-sm text-warning">
    Nettleseren kan ikke ta vare på selve filen.{' '}
    {known
      ? `«${keptName}» er lest som vist under. Velg den på nytt for å lese den på en annen måte.`
      : `Velg «${keptName}» på nytt, så leses den som sist.`}
  </p>
)

type FileProps = {
  entity: Entity
  work: CsvImport
  /** Null: nothing to resume. */
  onResume: (() => void) | null
}

export const FileStep = ({ entity, work, onResume }: FileProps) => {
  const { file, job, known, keptName, isRunning, problem, retry } = work
  return (
    <Step title="3. Last opp fil" at={useScrollIntoView(file, known)}>
      {isRunning && !file ? (
        <p className="break-words">{job?.fileName}</p>
      ) : (
        <FileDrop entity={entity} file={file} onChange={work.choose} disabled={isRunning} />
      )}
      {keptName && <KeptName known={known} keptName={keptName} />}
      {problem && (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-danger-soft px-3 py-2 text-danger"
        >
          <p className="min-w-0 break-words">{problem}</p>
          {retry && (
            <Button small onClick={retry}>
              Prøv igjen
            </Button>
          )}
          {onResume && (
            <Button small onClick={onResume}>
              Fortsett
            </Button>
          )}
        </div>
      )}
    </Step>
  )
}
