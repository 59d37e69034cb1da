import { useEffect, useRef } from 'react'
import type { Entity } from '#contracts/entity.ts'
import { Button } from '../lib/button.tsx'
import { Dialog } from '../lib/dialog.tsx'
import { Account } from './account.tsx'
import { ColumnFields } from './column-fields.tsx'
import { EarlierImports, useEarlier } from './earlier-imports.tsx'
import { FileDrop } from './file-drop.tsx'
import { mappingOf } from './mapping.ts'
import { OptionFields } from './option-fields.tsx'
import { PriceFileFields } from './price-file-fields.tsx'
import { Progress } from './progress.tsx'
import { ReadingFields } from './reading-fields.tsx'
import { Step } from './step.tsx'
import { TemplateStep } from './template-step.tsx'
import { useCsvImport } from './use-csv-import.ts'
import { useReveal } from './use-reveal.ts'

type Props = { entity: Entity; open: boolean; onClose: () => void }

const ended = ['done', 'cancelled', 'undone']
/** Those in which there is something to tell: of what was undone, the list of imports tells. */
const shownStates = ['checked', 'done', 'cancelled']

const Content = ({ entity, onClose }: Omit<Props, 'open'>) => {
  const work = useCsvImport(entity)
  const { running, earlier, reload } = useEarlier(entity)
  const { job, known, file, isChecking, isRunning, problem } = work
  const { many } = entity.noun
  const answer = known?.answer ?? null
  const busy = isChecking || isRunning
  const isCsv = work.kind === 'csv'
  const ready = job?.state === 'checked' && answer !== null && file !== null
  const isOver = known !== null && ended.includes(known.state)
  const fileStep = useReveal(file, busy ? null : known)

  // Each import that is under way is shown once: the list of them is older than what became of it.
  const shown = useRef(new Set<string>())
  useEffect(() => {
    if (!running || job || shown.current.has(running.id)) return
    shown.current.add(running.id)
    work.attach(running)
  })

  const run = async () => {
    if (!job) return
    shown.current.add(job.id)
    const end = await work.run(job.id)
    reload()
    if (end?.state === 'done' && end.answer?.summary.failed === 0) onClose()
  }
  const undo = async (id: string) => {
    await work.undo(id)
    reload()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={`Importer ${many} fra CSV`}
      description="Filen må være UTF-8-kodet med komma som skilletegn. Filer slik norsk Excel lagrer dem, leses også."
      footer={
        <div className="flex justify-end gap-2 border-t border-line px-5 py-3">
          <Button onClick={onClose}>{isOver || isRunning ? 'Lukk' : 'Avbryt'}</Button>
          <Button look="primary" disabled={!ready || busy} onClick={() => void run()}>
            {job?.state === 'running' ? 'Importerer...' : 'Importer CSV'}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-5 px-5 py-4">
        <TemplateStep entity={entity} />
        <Step title="2. Importvalg">
          {work.kind === 'priceFile' ? (
            <PriceFileFields
              options={work.options.priceFile}
              onChange={(priceFile) => work.setOptions({ ...work.options, priceFile })}
              disabled={isRunning}
            />
          ) : (
            <OptionFields
              entity={entity}
              options={work.options}
              onChange={work.setOptions}
              disabled={isRunning}
            />
          )}
        </Step>
        <Step title="3. Last opp fil" at={fileStep}>
          <FileDrop entity={entity} file={file} onChange={work.choose} disabled={isRunning} />
          {problem && (
            <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 break-words text-danger">
              {problem}
            </p>
          )}
        </Step>
        {(isRunning || (isChecking && !answer)) && (
          <Progress job={job} onCancel={(id) => void work.cancel(id)} />
        )}
        {file && (known?.state === 'checked' || (known?.state === 'failed' && isCsv)) && (
          <ReadingFields answer={answer} choices={work.choices} onChange={work.setChoices} />
        )}
        {file && known?.state === 'failed' && known.headings && (
          <Step title="Hvilke kolonner er hva?">
            <p className="text-sm text-muted">
              {known.error?.split('. ')[0]}. Velg hva filens kolonner er. Det som ligner, er
              foreslått, og valgene huskes til neste fil med de samme overskriftene.
            </p>
            <ColumnFields
              key={known.id}
              entity={entity}
              mapping={mappingOf(entity, known, work.choices.mapping ?? {})}
              onApply={work.map}
              disabled={busy}
            />
          </Step>
        )}
        {file && known?.state === 'checked' && answer?.understood.format === 'csv' && (
          <details>
            <summary className="cursor-pointer text-sm font-medium">Kolonnene i filen</summary>
            <div className="pt-3">
              <ColumnFields
                key={known.id}
                entity={entity}
                mapping={mappingOf(entity, known, {})}
                onApply={work.map}
                disabled={busy}
              />
            </div>
          </details>
        )}
        {known && answer && shownStates.includes(known.state) && (
          <Account job={known} answer={answer} isOld={isChecking} />
        )}
        <EarlierImports
          jobs={earlier}
          onUndo={({ id }) => void undo(id)}
          disabled={isRunning || isChecking}
        />
      </div>
    </Dialog>
  )
}

/** The import of spec §2: template, options, file; a dry run; and then exactly what it showed. */
export const CsvImportDialog = ({ open, ...rest }: Props) => open && <Content {...rest} />
