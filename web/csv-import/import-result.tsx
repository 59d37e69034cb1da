import { useState } from 'react'
import type { ImportAnswer } from '#contracts/csv/answer.ts'
import type { JobAnswer } from '#contracts/csv/job-answer.ts'
import { osloDay } from '#contracts/days.ts'
import { skipReasons } from '#contracts/csv/skip-reasons.ts'
import { Alert } from '../lib/alert.tsx'
import { attempt } from '../lib/attempt.ts'
import { Button } from '../lib/button.tsx'
import { download } from '../lib/download.ts'
import { count, counted } from '../lib/format.ts'
import { ImpactList } from '../lib/impact-list.tsx'
import { Spinner } from '../lib/spinner.tsx'
import { AllChanges } from './all-changes.tsx'
import { jobPath } from './import-api.ts'
import { updatedRecords } from './import-texts.ts'
import { ChangeTable, PriceTable, ProblemTable } from './result-tables.tsx'
import { Tiles } from './table.tsx'

type Tile = readonly [
  key: 'created' | 'updated' | 'unchanged' | 'skipped' | 'failed',
  to: string,
  done?: string,
]
const tiles: readonly Tile[] = [
  ['created', 'Nye'],
  ['updated', 'Oppdateres', 'Oppdatert'],
  ['unchanged', 'Uendret'],
  ['skipped', 'Hoppes over', 'Hoppet over'],
  ['failed', 'Feil'],
]

const Skipped = ({ skipped }: Pick<ImportAnswer, 'skipped'>) => {
  const lines = (Object.keys(skipReasons) as (keyof typeof skipReasons)[])
    .filter((key) => skipped[key])
    .map((key) => `${count(skipped[key]!)} ${skipReasons[key]}`)
  return lines.length > 0 && <p className="text-sm text-muted">Hoppes over: {lines.join(', ')}</p>
}

type ImpactProps = Pick<ImportAnswer, 'impact'> & { isAsked: boolean }

/** How the new prices change the costs of assemblies. */
const Impact = ({ impact, isAsked }: ImpactProps) => {
  const [today] = useState(() => osloDay())
  if (impact) return impact.count > 0 && <ImpactList impact={impact} today={today} />
  return (
    impact === null &&
    isAsked && (
      <p className="text-sm text-muted">
        Det lot seg ikke regne ut hva prisene gjør med kostnaden for sammenstillinger.
      </p>
    )
  )
}

const some = (n: number, one: string, many: string) =>
  n > 0 ? [n === 1 ? `1 ny ${one}` : `${count(n)} nye ${many}`] : []

const Notes = ({ answer }: { answer: ImportAnswer }) => {
  const { summary, createdSuppliers, createdManufacturers, dryRun } = answer
  const updated = updatedRecords(answer)
  const made = [
    ...some(createdSuppliers, 'leverandør', 'leverandører'),
    ...some(createdManufacturers, 'produsent', 'produsenter'),
  ]
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

const Faults = ({ summary, errors, dryRun, importId }: ImportAnswer) => {
  const downloadFaulty = () =>
    attempt(
      () => download(`${jobPath(importId)}/faulty.csv`, 'feil.csv'),
      'Kunne ikke laste ned radene med feil',
    )
  return (
    <>
      <ProblemTable title="Feil" total={summary.failed} of={errors} />
      <p className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
        Rader med feil {dryRun ? 'blir' : 'ble'} ikke med. Rett dem i filen, og importer den på
        nytt.
        <Button small onClick={() => void downloadFaulty()}>
          Last ned rader med feil
        </Button>
      </p>
    </>
  )
}

const titleOf = ({ state, answer, done, rows }: JobAnswer): string => {
  if (answer?.dryRun) {
    if (answer.refusal) return 'Filen kan ikke importeres med grensen du har satt.'
    const { created, updated } = answer.summary
    return created + updated > 0
      ? 'Dette vil skje. Ingenting er skrevet ennå.'
      : 'Det er ingenting å importere. Ingenting er skrevet.'
  }
  return state === 'cancelled'
    ? `Avbrutt etter ${count(done)} av ${count(rows)} rader. Det som er gjort, står.`
    : 'Dette er gjort.'
}

type Props = {
  job: JobAnswer
  answer: ImportAnswer
  /** The file is being read again, and this is the result before that. */
  isOld: boolean
}

export const ImportResult = ({ job, answer, isOld }: Props) => {
  const { summary, dryRun } = answer
  const counts = { ...summary, updated: updatedRecords(answer) }
  return (
    <section className="flex flex-col gap-3" aria-live="polite" aria-busy={isOld}>
      <h3 className="flex items-center gap-2 font-medium">
        {isOld && <Spinner />}
        {isOld ? 'Leser filen på nytt...' : titleOf(job)}
      </h3>
      {answer.refusal && <Alert>{answer.refusal}</Alert>}
      <Tiles
        look={`grid-cols-3 sm:grid-cols-5 ${isOld ? 'opacity-50' : ''}`}
        tiles={tiles.map(([key, to, done = to]) => [key, dryRun ? to : done, counts[key]])}
      />
      <Notes answer={answer} />
      {summary.failed > 0 && <Faults {...answer} />}
      <PriceTable entity={job.entity} total={answer.priceChangeCount} of={answer.priceChanges} />
      <Impact impact={answer.impact} isAsked={answer.priceChangeCount > 0} />
      <ChangeTable entity={job.entity} total={answer.changeCount} of={answer.changes} />
      {dryRun && !isOld && <AllChanges job={job} answer={answer} />}
      <ProblemTable title="Advarsler" total={answer.warningCount} of={answer.warnings} />
    </section>
  )
}
