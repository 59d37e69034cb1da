import { v5 } from 'uuid'
import { columnOf } from '#contracts/csv/columns.ts'
import type { Problem } from '#contracts/csv/problems.ts'
import type { ReadRow } from '#contracts/csv/read-row.ts'
import { isRefusal, refusals, type FieldError, type Refusal } from '#contracts/refusals.ts'
import type { By } from '#command/kernel/context.ts'
import {
  ambiguousNames,
  considering,
  digestFor,
  type Considered,
  type Started,
} from './consider.ts'
import { beforeChange, mayBeNoted } from './before.ts'
import { finder } from './finder.ts'
import { isSettled, type Entry } from './journal.ts'
import { actorIn, wroteAt, type MadeReference } from './job.ts'
import type { Note, Notes } from './notes.ts'
import { ownEvents } from './own-events.ts'
import { patiently } from './patiently.ts'
import { pool } from './pool.ts'
import { dayOf } from './reading.ts'
import { recount, recountOne } from './recount.ts'
import { references } from './references.ts'
import { sourceNote } from './row-rules.ts'
import { startedRows } from './started-rows.ts'
import { changedPrices, reasonOf, type Work } from './work.ts'
import { importRows } from './metrics.ts'

const ambiguous = 'Flere leverandører eller produsenter har dette navnet'
const changedSince = 'Posten er endret siden tørrkjøringen. Last opp filen på nytt'

/** The command of a row is the same however often it is tried. */
export const commandIdOf = (importId: string, line: number): string => v5(`line ${line}`, importId)

/** Does what the rows say, each through the command that a form uses, many at a time. False where it was told to stop before the end. */
export const run = async (work: Work, notes: Notes, isResumed: boolean): Promise<boolean> => {
  const { job, entity, understood, journal, tally, faulty, commands } = work
  const isNoted = mayBeNoted(entity)
  const { start, consider } = considering({
    ...work,
    options: job.options,
    find: finder(work),
    today: dayOf(job),
  })
  const by = (read: ReadRow): By => ({
    ...actorIn(job),
    commandId: commandIdOf(job.id, read.line),
    isBulk: true,
    note: { import: job.id, line: read.line, ...sourceNote(understood, read) },
  })
  const wasMade = ({ entity: kind, id }: MadeReference) =>
    job.made.some((one) => one.entity === kind && one.id === id)
  for (const made of notes.before) if (!wasMade(made)) job.made.push(made)
  const { resolve } = references({
    ...work,
    isResumed,
    by: () => ({ ...actorIn(job), commandId: job.id, note: { import: job.id } }),
    onMade: async (made) => {
      if (wasMade(made)) return
      job.made.push(made)
      await notes.made(made)
    },
  })

  const settled = (at: number, outcome: 'created' | 'updated', id: number, revision: bigint) => {
    journal.set(at, { outcome, id, revision: Number(revision) })
    tally.count(outcome)
  }
  const failed = async (at: number, { read }: Considered, errors: readonly Problem[]) => {
    journal.set(at, { outcome: 'failed', id: 0, revision: 0 })
    tally.count('failed')
    tally.fail(errors)
    await faulty.add(read, errors)
  }
  const refused = ({ read }: Considered, refusal: Refusal): readonly Problem[] => {
    const text = refusal.text ?? refusals[refusal.refused].text
    const details = Array.isArray(refusal.details) ? (refusal.details as FieldError[]) : []
    const first = details.find(({ path }) => typeof path === 'string')
    const column = first && columnOf(entity, first.path)
    const at = column ? understood.header.columns.indexOf(column) : -1
    return [
      {
        line: read.line,
        column: understood.header.headings[at] ?? '',
        value: read.cells[at] ?? '',
        message: first?.message ?? text,
      },
    ]
  }
  const remember = async (at: number, note: Note) => {
    if (note.before || note.warnings.length + note.prices.length > 0) await notes.add(at, note)
  }

  const act = async (at: number, started: Started, considered: Considered, attempt = 1) => {
    const { read, plan, known, found } = considered
    if (plan.outcome === 'failed') return failed(at, considered, plan.errors)
    const whole = (message: string) =>
      failed(at, considered, [{ line: read.line, column: '', value: '', message }])
    const planned = journal.planned(at)
    if (planned === ambiguousNames) return whole(ambiguous)
    if (planned !== 0 && planned !== digestFor(plan)) return whole(changedSince)
    if (plan.outcome === 'skipped' || plan.outcome === 'unchanged') {
      await remember(at, { warnings: plan.warnings, prices: [] })
      const because = reasonOf(plan)
      journal.set(at, { outcome: plan.outcome, id: plan.id, revision: 0, because })
      return tally.count(plan.outcome, because)
    }
    const current = known?.values['supplierId']
    const ids = await resolve(plan.names, typeof current === 'number' ? current : null)
    if (isRefusal(ids)) return failed(at, considered, refused(considered, ids))
    const body = { ...plan.body, ...ids }
    const prices = plan.outcome === 'updated' ? changedPrices(entity, read, known, plan) : []
    const before =
      isNoted && plan.outcome === 'updated' && found && beforeChange(entity, found, body)
    await remember(at, { warnings: plan.warnings, prices, ...(before && { before }) })
    const done =
      plan.outcome === 'created'
        ? await commands.register(entity, body, by(read))
        : await commands.revise(entity, plan.id, body, {
            ...by(read),
            ifMatch: found ? [found.revision] : null,
          })
    if (isRefusal(done)) {
      // Changed between our look and our write: look again, and go by what the dry run showed.
      if (done.refused === 'CONFLICT' && plan.outcome === 'updated' && attempt < 5)
        return act(at, started, await consider(started), attempt + 1)
      return failed(at, considered, refused(considered, done))
    }
    wroteAt(job, done.position)
    if (!done.changed && plan.outcome === 'updated') {
      journal.set(at, { outcome: 'unchanged', id: plan.id, revision: 0 })
      return tally.count('unchanged')
    }
    settled(at, plan.outcome, Number(done.id), done.revision)
    tally.price(prices)
  }

  /** After a crash, or an answer that never came: the row may have been done already. */
  const alreadyDone = async (at: number, line: number, { found }: Considered): Promise<boolean> => {
    if (!found) return false
    const own = await ownEvents(work.log, entity, found.id, commandIdOf(job.id, line))
    const last = own.at(-1)
    if (!last) return false
    const outcome = own[0]!.type === 'ItemRegistered' ? 'created' : 'updated'
    const entry: Entry = { outcome, id: found.id, revision: Number(last.revision) }
    wroteAt(job, last.position)
    journal.set(at, entry)
    recountOne(work, entry, await notes.get(at))
    return true
  }

  let done = isResumed ? await recount(work, notes) : 0
  // What was said to be done before a crash is: the journal was written a little behind it.
  job.done = Math.max(job.done, done)
  const flight = pool(work.width)
  let isCut = false
  let at = 0
  for await (const rows of startedRows(work, start)) {
    await work.room()
    const begunBefore = await journal.begin(at, rows.length)
    for (const row of rows) {
      const mine = at++
      if (isSettled(journal.get(mine))) continue
      isCut ||= work.isCancelled()
      if (isCut) break
      const isUnsure = isResumed && (begunBefore.has(mine) || !job.marksBegun)
      await flight.enter(() => oneRow(mine, row, isUnsure))
    }
    if (isCut) break
  }
  await flight.empty()
  return !isCut

  async function oneRow(mine: number, started: Started, mayBeDone: boolean) {
    const isTried = await patiently(work, mayBeDone, async (isUnsure) => {
      const considered = await consider(started)
      if (isUnsure && (await alreadyDone(mine, started.read.line, considered))) return
      await act(mine, started, considered)
      tally.warn(considered.plan.warnings)
    })
    if (!isTried) {
      isCut = true
      return
    }
    importRows.inc({ stage: 'run' })
    job.done = Math.max(job.done, ++done)
    work.progressed()
  }
}
