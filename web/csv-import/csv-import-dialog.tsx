import { Download } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Entity } from '#contracts/entity.ts'
import { Button } from '../lib/button.tsx'
import { Dialog } from '../lib/dialog.tsx'
import { download } from '../lib/download.ts'
import { toast } from '../lib/toasts.tsx'
import { Account } from './account.tsx'
import { ColumnFields } from './column-fields.tsx'
import { EarlierImports, useEarlier } from './earlier-imports.tsx'
import { FileDrop } from './file-drop.tsx'
import { mappingOf } from './mapping.ts'
import { OptionFields } from './option-fields.tsx'
import { PriceFileFields } from './price-file-fields.tsx'
import { Progress } from './progress.tsx'
import { ReadingFields } from './reading-fields.tsx'
import { useCsvImport } from './use-csv-import.ts'

type Props = { entity: Entity; open: boolean; onClose: () => void }

const downloadTemplate = async ({ name, csv, noun }: Entity, separator: 'comma' | 'semicolon') => {
  try {
    const query = separator === 'comma' ? '' : '?separator=semicolon'
    await download(`/api/csv-import/${name}/template${query}`, csv!.template)
  } catch {
    const text = `Kunne ikke laste ned CSV-mal for ${noun.many}`
    toast({ title: 'Feil', text, destructive: true })
  }
}

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-2">
    <h3 className="font-medium">{title}</h3>
    {children}
  </section>
)

const Content = ({ entity, onClose }: Omit<Props, 'open'>) => {
  const work = useCsvImport(entity)
  const { running, earlier, reload } = useEarlier(entity)
  const { job, file, isChecking, isRunning, problem } = work
  const { many } = entity.noun
  const answer = job?.answer ?? null
  const busy = isChecking || isRunning
  const ready = job?.state === 'checked' && answer !== null && file !== null

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
          <Button onClick={onClose}>
            {job?.state === 'done' || isRunning ? 'Lukk' : 'Avbryt'}
          </Button>
          <Button look="primary" disabled={!ready || busy} onClick={() => void run()}>
            {isRunning ? 'Importerer...' : 'Importer CSV'}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-5 px-5 py-4">
        <Step title="1. Last ned mal">
          <div className="flex flex-wrap gap-2">
            <Button
              icon={<Download aria-hidden />}
              onClick={() => void downloadTemplate(entity, 'comma')}
            >
              Last ned mal
            </Button>
            <Button look="ghost" onClick={() => void downloadTemplate(entity, 'semicolon')}>
              Mal for norsk Excel (semikolon)
            </Button>
          </div>
        </Step>
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
        <Step title="3. Last opp fil">
          <FileDrop entity={entity} file={file} onChange={work.choose} disabled={isRunning} />
          {problem && (
            <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 break-words text-danger">
              {problem}
            </p>
          )}
        </Step>
        {busy && <Progress job={job} onCancel={(id) => void work.cancel(id)} />}
        {file && job?.state === 'failed' && job.headings && (
          <Step title="Hvilke kolonner er hva?">
            <p className="text-sm text-muted">
              {job.error?.split('. ')[0]}. Velg hva filens kolonner er. Det som ligner, er
              foreslått, og valgene huskes til neste fil med de samme overskriftene.
            </p>
            <ColumnFields
              key={job.id}
              entity={entity}
              mapping={mappingOf(entity, job, work.choices.mapping ?? {})}
              onApply={work.map}
              disabled={busy}
            />
          </Step>
        )}
        {file && answer && (
          <ReadingFields
            understood={answer.understood}
            choices={work.choices}
            onChange={work.setChoices}
            disabled={busy || job?.state === 'done'}
          />
        )}
        {file && job && answer?.understood.format === 'csv' && job.state === 'checked' && (
          <details>
            <summary className="cursor-pointer text-sm font-medium">Kolonnene i filen</summary>
            <div className="pt-3">
              <ColumnFields
                key={job.id}
                entity={entity}
                mapping={mappingOf(entity, job, {})}
                onApply={work.map}
                disabled={busy}
              />
            </div>
          </details>
        )}
        {answer && !busy && <Account answer={answer} />}
        {!busy && <EarlierImports jobs={earlier} onUndo={({ id }) => void undo(id)} />}
      </div>
    </Dialog>
  )
}

/** The import of spec §2: template, options, file; a dry run; and then exactly what it showed. */
export const CsvImportDialog = ({ open, ...rest }: Props) => open && <Content {...rest} />
