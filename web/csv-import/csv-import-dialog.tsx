import { useEffect, useRef, useState } from 'react'
import type { JobAnswer } from '#contracts/csv/job-answer.ts'
import { unknownEncoding } from '#contracts/csv/options.ts'
import type { Entity } from '#contracts/entity.ts'
import { useDraft } from '../form/use-draft.tsx'
import { Button } from '../lib/button.tsx'
import { Dialog } from '../lib/dialog.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { EarlierImports, useEarlier } from './earlier-imports.tsx'
import { isStopped, canRun } from './import-api.ts'
import { ReasonField, Step } from './import-fields.tsx'
import { JobResult } from './job-result.tsx'
import { FileStep, TemplateStep } from './import-steps.tsx'
import { OptionFields } from './option-fields.tsx'
import { Progress } from './progress.tsx'
import { ReadingFields } from './reading-fields.tsx'
import { useCsvImport, type CsvImport, type ImportDraft } from './use-csv-import.ts'

type Props = { entity: Entity; onClose: () => void }

const ended = ['done', 'cancelled', 'undone']
/** An undone import is shown in the list of earlier imports instead. */
const shownStates = ['checked', 'done', 'cancelled']

type Draft = ImportDraft & { readonly reason: string }

/** From when a file is chosen until it is imported or discarded, closing asks first and the choices are kept as a draft. */
const useImportDraft = ({ entity, onClose }: Props, work: CsvImport) => {
  const [reason, setReason] = useState('')
  const { job, known, file, keptName, kind, options, choices } = work
  const asksColumns = known?.state === 'failed' && known.headings !== null
  const isOpen = work.isChecking || (known !== null && (canRun(known) || asksColumns))
  const name = file?.name ?? keptName
  const jobId = job && canRun(job) ? job.id : null
  const draft = useDraft<Draft>({
    of: `import/${entity.name}`,
    values:
      isOpen && name !== null ? { keptName: name, jobId, kind, options, choices, reason } : null,
    text: 'Filen er ikke importert.',
    onFetch: ({ reason: why, ...kept }) => {
      setReason(why)
      work.restore(kept)
    },
    onClose,
  })
  return { ...draft, reason, setReason }
}

const useImports = ({ entity, onClose }: Props, work: CsvImport, reason: string) => {
  const { running, earlier } = useEarlier(entity)
  // Attach to each running import once only: the list is stale after it has ended and would attach again.
  const shown = useRef(new Set<string>())
  useEffect(() => {
    if (!running || work.job || shown.current.has(running.id)) return
    shown.current.add(running.id)
    void work.attach(running)
  })
  const carryOut = async ({ id }: JobAnswer, asked: ReturnType<CsvImport['undo']>) => {
    shown.current.add(id)
    const end = await asked
    if (end?.state === 'done' && end.answer?.summary.failed === 0) onClose()
  }
  return {
    earlier,
    run: (one: JobAnswer) => void carryOut(one, work.run(one, reason)),
    undo: (one: JobAnswer) => void carryOut(one, work.undo(one)),
  }
}

type StoppedProps = { entity: Entity; work: CsvImport; stopped: JobAnswer | null }

const Outcome = ({ entity, work, stopped }: StoppedProps) => {
  const { job, known, file, isChecking, isRunning } = work
  const answer = known?.answer ?? null
  const isUnread = known?.state === 'failed' && !stopped
  // Other errors in a price file, such as its dates, are not mended by another encoding.
  const asksReading =
    isUnread && (work.kind !== 'priceFile' || known.error?.includes(unknownEncoding))
  return (
    <>
      {(isRunning || (isChecking && !answer)) && (
        <Progress key={job?.id} job={job} onCancel={work.cancel} />
      )}
      {file && known && (known.state === 'checked' || asksReading) && (
        <ReadingFields work={work} known={known} />
      )}
      {file && known && <ColumnsStep entity={entity} work={work} known={known} />}
      {known && answer && !stopped && shownStates.includes(known.state) && (
        <JobResult job={known} answer={answer} isOld={isChecking} />
      )}
    </>
  )
}

/** Import in three steps: choose a file, see a dry run, import exactly that. */
export const CsvImportDialog = (props: Props) => {
  const { entity } = props
  const work = useCsvImport(entity)
  const { job, known, isStarting, isRunning, busy } = work
  const draft = useImportDraft(props, work)
  const imports = useImports(props, work, draft.reason)
  const ready = job !== null && canRun(job)
  const isImporting = isStarting || job?.state === 'running'
  const stopped = known !== null && isStopped(known) ? known : null
  const isOver = stopped !== null || (known !== null && ended.includes(known.state))
  return (
    <Dialog
      onClose={draft.close}
      size="lg"
      title={`Importer ${entity.noun.many} fra CSV`}
      description="Filen må være UTF-8-kodet med komma som skilletegn. Excel-arbeidsbøker (.xlsx) og CSV-filer slik norsk Excel lagrer dem, leses også."
      footer={
        <>
          {ready && (
            <ReasonField
              value={draft.reason}
              onChange={draft.setReason}
              why="hvorfor filen importeres"
            />
          )}
          <Button onClick={draft.close}>{isOver || isRunning ? 'Lukk' : 'Avbryt'}</Button>
          <Button
            look="primary"
            aria-disabled={isImporting}
            disabled={!isImporting && (!ready || busy)}
            onClick={() => job && imports.run(job)}
          >
            {isImporting ? 'Importerer...' : 'Importer CSV'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5 px-5 py-4">
        {draft.offer}
        <TemplateStep entity={entity} />
        <Step title="2. Importvalg">
          <OptionFields key={work.keptName} entity={entity} work={work} />
        </Step>
        <FileStep entity={entity} work={work} onResume={stopped && (() => imports.run(stopped))} />
        <Outcome entity={entity} work={work} stopped={stopped} />
        <EarlierImports
          earlier={imports.earlier}
          onUndo={imports.undo}
          onResume={imports.run}
          disabled={busy}
        />
      </div>
      {draft.question}
    </Dialog>
  )
}
