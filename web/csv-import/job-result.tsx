import { entityNamed } from '#contracts/catalogue/index.ts'
import type { ImportAnswer } from '#contracts/csv/answer.ts'
import type { JobAnswer } from '#contracts/csv/job-answer.ts'
import { skipReasons } from '#contracts/csv/skip-reasons.ts'
import { madeByImports, madeNames } from '#contracts/csv/made.ts'
import { updatedRecords } from '#contracts/csv/outcome-texts.ts'
import { newOne, type Noun } from '#contracts/noun.ts'
import { Alert } from '../lib/alert.tsx'
import { attempt } from '../lib/attempt.ts'
import { Button } from '../lib/button.tsx'
import { download } from '../lib/download.ts'
import { count, counted } from '../lib/format.ts'
import { ImpactList } from '../form/impact-list.tsx'
import { Spinner } from '../lib/spinner.tsx'
import { AllChanges } from './all-changes.tsx'
import { affected, jobPath } from './import-api.ts'
import { ChangeTable, PriceTable, ProblemTable, type Result } from './result-tables.tsx'
import { failedText, Outcomes } from './outcomes.tsx'

const Skipped = ({ skipped }: Pick<ImportAnswer, 'skipped'>) => {
  const lines = (Object.keys(skipReasons) as (keyof typeof skipReasons)[])
    .filter((key) => skipped[key])
    .map((key) => `${count(skipped[key]!)} ${skipReasons[key]}`)
  return lines.length > 0 && <p className="text-sm text-muted">Hoppes over: {lines.join(', ')}</p>
}

type ImpactProps = Pick<ImportAnswer, 'impact'> & { isAsked: boolean }

const Impact = ({ impact, isAsked }: ImpactProps) => {
  if (impact) return impact.count > 0 && <ImpactList impact={impact} />
  return (
    impact === null &&
    isAsked && (
      <p className="text-sm text-muted">
        Det lot seg ikke regne ut hva prisene gjør med kostnaden for sammenstillinger.
      </p>
    )
  )
}

const some = (n: number, noun: Noun) =>
  n > 0 ? [n === 1 ? `1 ${newOne(noun)}` : `${count(n)} nye ${noun.many}`] : []

const Notes = ({ answer }: { answer: ImportAnswer }) => {
  const { summary, dryRun } = answer
  const updated = updatedRecords(answer)
  const made = madeNames.flatMap((name) =>
    some(answer[madeByImports[name]], entityNamed(name).noun),
  )
  return (
    <>
      {updated !== summary.updated && (
        <p className="text-sm text-muted">
          {count(summary.updated)} rader {dryRun ? 'oppdaterer' : 'oppdaterte'}{' '}
          {counted(updated, 'post', 'poster')}.
        </p>
      )}
      <Skipped skipped={answer.skipped} />
      {made.length > 0 && (
        <p className="text-sm text-muted">
          {dryRun ? 'Opprettes også' : 'Opprettet også'}: {made.join(' og ')}
        </p>
      )}
    </>
  )
}

const Faults = ({ dryRun, importId }: ImportAnswer) => {
  const downloadFaulty = () =>
    attempt(
      () => download(`${jobPath(importId)}/faulty.csv`, 'feil.csv'),
      'Kunne ikke laste ned radene med feil',
    )
  return (
    <p className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
      Rader med feil {dryRun ? 'blir' : 'ble'} ikke med. Rett dem i filen, og importer den på nytt.
      <Button small onClick={() => void downloadFaulty()}>
        Last ned rader med feil
      </Button>
    </p>
  )
}

const dryRunTitle = ({ kind }: JobAnswer, answer: ImportAnswer): string => {
  if (answer.refusal) return 'Filen kan ikke importeres med grensen du har satt.'
  if (affected(answer) > 0) return 'Dette vil skje. Ingenting er skrevet ennå.'
  const nothing = kind === 'import' ? 'Det er ingenting å importere' : 'Ingenting vil skje'
  return `${nothing}. Ingenting er skrevet.`
}

const titleOf = (job: JobAnswer, answer: ImportAnswer): string => {
  const { kind, state, done, rows } = job
  if (answer.dryRun) return dryRunTitle(job, answer)
  if (state !== 'cancelled') return 'Dette er gjort.'
  const after = kind === 'import' ? ` etter ${count(done)} av ${counted(rows, 'rad', 'rader')}` : ''
  return `Avbrutt${after}. Det som er gjort, står.`
}

type Props = Result & {
  /** The file is being read again, and this is the result before that. */
  isOld?: boolean
}

export const JobResult = ({ job, answer, isOld = false }: Props) => {
  const isImport = job.kind === 'import'
  return (
    <section className="flex flex-col gap-3" aria-live="polite" aria-busy={isOld}>
      <h3 className="flex items-center gap-2 font-medium">
        {isOld && <Spinner />}
        {isOld ? 'Leser filen på nytt...' : titleOf(job, answer)}
      </h3>
      {answer.refusal && <Alert>{answer.refusal}</Alert>}
      <Outcomes job={job} answer={answer} isOld={isOld} />
      {isImport && <Notes answer={answer} />}
      <ProblemTable
        job={job}
        title={failedText(job, answer)}
        total={answer.summary.failed}
        of={answer.errors}
      />
      {isImport && answer.summary.failed > 0 && <Faults {...answer} />}
      <PriceTable job={job} answer={answer} />
      {isImport && <Impact impact={answer.impact} isAsked={answer.priceChangeCount > 0} />}
      <ChangeTable job={job} answer={answer} />
      {isImport && answer.dryRun && !isOld && <AllChanges job={job} answer={answer} />}
      <ProblemTable job={job} title="Advarsler" total={answer.warningCount} of={answer.warnings} />
    </section>
  )
}
