import { useEffect, useRef } from 'react'
import type { JobAnswer } from '#contracts/csv/answer.ts'
import { encodingAsked } from '#contracts/csv/options.ts'
import type { Entity } from '#contracts/entity.ts'
import { Button } from '../lib/button.tsx'
import { Dialog } from '../lib/dialog.tsx'
import { ImportResult } from './import-result.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { EarlierImports, useEarlier } from './earlier-imports.tsx'
import { FileDrop } from './file-drop.tsx'
import { isStopped, mayBeRun } from './import-api.ts'
import { OptionFields } from './option-fields.tsx'
import { Progress } from './progress.tsx'
import { ReadingFields } from './reading-fields.tsx'
import { ReasonField } from './reason-field.tsx'
import { Step } from './import-fields.tsx'
import { TemplateStep } from './template-step.tsx'
import { useCsvImport } from './use-csv-import.ts'
import { useImportDraft } from './use-import-draft.ts'
import { useScrollIntoView } from './use-scroll-into-view.ts'

type Props = { entity: Entity; onClose: () => void }

const ended = ['done', 'cancelled', 'undone']
/** Those in which there is something to tell: of what was undone, the list of imports tells. */
const shownStates = ['checked', 'done', 'cancelled']

/** The import of spec §2: template, options, file; a dry run; and then exactly what it showed. */
export const CsvImportDialog = ({ entity, onClose }: Props) => {
  const work = useCsvImport(entity)
  const { running, earlier } = useEarlier(entity)
  const { job, known, file, keptName, isChecking, isRunning, problem } = work
  const { many } = entity.noun
  const answer = known?.answer ?? null
  const busy = isChecking || isRunning
  const ready = job !== null && mayBeRun(job)
  const stopped = known !== null && isStopped(known) ? known : null
  const isUnread = known?.state === 'failed' && !stopped
  // A price file is refused for other reasons too, such as its dates.
  const asksReading =
    isUnread && (work.kind !== 'priceFile' || known?.error?.includes(encodingAsked))
  const isOver = known !== null && (ended.includes(known.state) || stopped !== null)
  const draft = useImportDraft(entity, work, onClose)
  const fileStep = useScrollIntoView(file, busy ? null : known)

  // Each import that is under way is shown once: the list of them is older than what became of it.
  const shown = useRef(new Set<string>())
  useEffect(() => {
    if (!running || job || shown.current.has(running.id)) return
    shown.current.add(running.id)
    void work.attach(running)
  })

  const carryOut = async (one: JobAnswer, ask: (one: JobAnswer) => Promise<JobAnswer | null>) => {
    shown.current.add(one.id)
    const end = await ask(one)
    if (end?.state === 'done' && end.answer?.summary.failed === 0) onClose()
  }
  const run = (one: JobAnswer) => void carryOut(one, () => work.run(one, draft.reason))
  const undo = (one: JobAnswer) => void carryOut(one, work.undo)

  return (
    <Dialog
      onClose={draft.close}
      size="lg"
      title={`Importer ${many} fra CSV`}
      description="Filen må være UTF-8-kodet med komma som skilletegn. Excel-arbeidsbøker (.xlsx) og CSV-filer slik norsk Excel lagrer dem, leses også."
      footer={
        <div className="flex flex-col gap-3 border-t border-line px-5 py-3">
          {ready && <ReasonField value={draft.reason} onChange={draft.setReason} />}
          <div className="flex justify-end gap-2">
            <Button onClick={draft.close}>{isOver || isRunning ? 'Lukk' : 'Avbryt'}</Button>
            <Button look="primary" disabled={!ready || busy} onClick={() => job && run(job)}>
              {job?.state === 'running' ? 'Importerer...' : 'Importer CSV'}
            </Button>
          </div>
        </div>
      }
    >
      <div className="flex flex-col gap-5 px-5 py-4">
        {draft.offer}
        <TemplateStep entity={entity} />
        <Step title="2. Importvalg">
          <OptionFields
            key={keptName}
            kind={work.kind}
            entity={entity}
            options={work.options}
            onChange={work.setOptions}
            disabled={isRunning}
          />
        </Step>
        <Step title="3. Last opp fil" at={fileStep}>
          {isRunning && !file ? (
            <p className="break-words">{job?.fileName}</p>
          ) : (
            <FileDrop entity={entity} file={file} onChange={work.choose} disabled={isRunning} />
          )}
          {keptName && (
            <p className="text-sm text-warning">
              Nettleseren kan ikke ta vare på selve filen.{' '}
              {known
                ? `«${keptName}» er lest som vist under. Velg den på nytt for å lese den på en annen måte.`
                : `Velg «${keptName}» på nytt, så leses den som sist.`}
            </p>
          )}
          {problem && (
            <div
              role="alert"
              className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-danger-soft px-3 py-2 text-danger"
            >
              <p className="min-w-0 break-words">{problem}</p>
              {stopped && (
                <Button small onClick={() => run(stopped)}>
                  Fortsett
                </Button>
              )}
            </div>
          )}
        </Step>
        {(isRunning || (isChecking && !answer)) && (
          <Progress key={job?.id} job={job} onCancel={work.cancel} />
        )}
        {file && (known?.state === 'checked' || asksReading) && (
          <ReadingFields
            answer={answer}
            kind={work.kind}
            sheets={known?.sheets ?? []}
            choices={work.choices}
            onChange={work.setChoices}
            currency={work.options.currency}
            onCurrency={(currency) => work.setOptions({ ...work.options, currency })}
          />
        )}
        {file && known && (
          <ColumnsStep
            entity={entity}
            known={known}
            chosen={work.choices.mapping ?? {}}
            onApply={work.map}
            disabled={busy}
          />
        )}
        {known && answer && !stopped && shownStates.includes(known.state) && (
          <ImportResult job={known} answer={answer} isOld={isChecking} />
        )}
        <EarlierImports
          jobs={earlier}
          onUndo={undo}
          onResume={run}
          disabled={isRunning || isChecking}
        />
      </div>
      {draft.question}
    </Dialog>
  )
}
