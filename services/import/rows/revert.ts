import { numberOrNull } from '#contracts/decimal.ts'
import type { Json, RecordedEvent } from '#contracts/event-log.ts'
import type { Entity } from '#contracts/entity.ts'
import { effectOf, type DataWith } from '#contracts/events.ts'
import { isRefusal, refusals, type Refusal } from '#contracts/refusals.ts'
import { streamOf } from '#contracts/streams.ts'
import { exclusive } from '#kernel/locks.ts'
import { byOf, commandIdOf, type By, type Done, type Found, type Item } from '../commands.ts'
import { wroteAt } from '../store/job-repository.ts'
import type { KeptRow } from '../store/row-log.ts'
import { bodyBefore } from './body-before.ts'
import type { Task } from './task.ts'

const changedSince = 'Endret etterpå'
export const goneSince = 'Slettet etterpå'

/** `name` distinguishes it from the import's other commands. */
const undoBy = ({ job }: Task, name: string, version: bigint): By => ({
  ...byOf(job, `undo ${name}`, { undoes: job.id }),
  ifMatch: [version],
})

const reasonIn = ({ job }: Task, done: Done | Refusal): string | null => {
  if (isRefusal(done))
    return done.refused === 'CONFLICT' ? changedSince : (done.text ?? refusals[done.refused].text)
  wroteAt(job, done.position)
  return null
}

/** True for events of the import or of its undo, since several rows may change one record. */
const isOfJob = ({ job }: Task, { metadata }: RecordedEvent): boolean =>
  metadata.import === job.id || metadata['undoes'] === job.id

/** An event of a row and those of its undo have one mark in common. A selection has each record only once. */
const markOf = ({ metadata: { import: id, line, bulk } }: RecordedEvent): Json | undefined =>
  typeof id !== 'string' || bulk ? id : commandIdOf({ id }, `undo line ${Number(line)}`)
const undoMarksOf = ({ metadata: { undoes, commandId } }: RecordedEvent): readonly Json[] =>
  undoes === undefined ? [] : [commandId, undoes]

/** The events without the rows of imports that were undone since, and without those undos. */
const withoutUndone = (events: readonly RecordedEvent[]): readonly RecordedEvent[] => {
  const undoMarks = new Set<Json | undefined>(events.flatMap(undoMarksOf))
  const undone = new Set(events.map(markOf).filter((mark) => undoMarks.has(mark)))
  return events.filter(
    (event) => ![markOf(event), ...undoMarksOf(event)].some((mark) => undone.has(mark)),
  )
}

type Made = { readonly id: number; readonly revision: number }

/** Runs with the record locked. Reads its events last, so that they include concurrent changes. */
const withEvents = <T>(
  task: Task,
  of: Entity,
  id: number,
  run: (events: readonly RecordedEvent[], found: Found | undefined) => Promise<T>,
): Promise<T> => {
  const stream = streamOf(of, id)
  return task.locks([exclusive(`undo ${stream}`)], async () => {
    const found = await task.commands.record(of, id)
    return run(await task.log.read(stream), found)
  })
}

const isChangedSince = (task: Task, events: readonly RecordedEvent[], { revision }: Made) =>
  withoutUndone(events).some((event) => Number(event.revision) > revision && !isOfJob(task, event))

/** Removes a created record. Idempotent. */
export const removeMade = (
  task: Task,
  of: Entity,
  made: Made,
  name: string,
): Promise<string | null> =>
  withEvents(task, of, made.id, async (events, found) => {
    const last = events.at(-1)!
    if (found) {
      if (isChangedSince(task, events, made)) return changedSince
      const by = undoBy(task, name, found.version)
      return reasonIn(task, await task.commands.remove(of, made.id, by))
    }
    // Already removed, by this undo before a crash or by someone else.
    if (!isOfJob(task, last)) return goneSince
    wroteAt(task.job, last.position)
    return null
  })

/** Restores an offer that a command changed; null if there is nothing to restore. */
const restoreOffer = async (
  { entity, commands }: Task,
  { id, item: now }: Found,
  before: Item,
  { supplierId }: DataWith<'offerSet'>,
  by: By,
): Promise<Done | Refusal | null> => {
  const kept = before.offers.get(supplierId)
  if (kept) {
    const { createdAt: _made, updatedAt: _changed, costPrice, ...offer } = kept
    const changes = { ...offer, costPrice: numberOrNull(costPrice) }
    return commands.setOffer(entity, id, supplierId, changes, by)
  }
  return now.offers.has(supplierId) ? commands.removeOffer(entity, id, supplierId, by) : null
}

/** Restores the old values of a changed record. Idempotent. */
export const restoreChanged = (task: Task, row: KeptRow): Promise<string | null> =>
  withEvents(task, task.entity, row.id, async (events, found) => {
    const { job, entity, commands } = task
    const name = `line ${row.line}`
    const ofCommand = (command: string) =>
      events.filter(({ metadata }) => metadata.commandId === commandIdOf(job, command))
    const [undone] = ofCommand(`undo ${name}`)
    if (undone) {
      wroteAt(job, undone.position)
      return null
    }
    if (!found) return isOfJob(task, events.at(-1)!) ? null : goneSince
    if (isChangedSince(task, events, row)) return changedSince
    const by = undoBy(task, name, found.version)
    const others = withoutUndone(events).filter((event) => !isOfJob(task, event))
    const before = commands.fold(entity, row.id, others)
    const own = ofCommand(name)
    const offer = own.find(({ type }) => effectOf(type) === 'offerSet')
    const done = offer
      ? await restoreOffer(task, found, before, offer.data as DataWith<'offerSet'>, by)
      : await commands.restore(entity, row.id, bodyBefore(task, before, own), by)
    return done && reasonIn(task, done)
  })

/** Restores a deleted record. Idempotent. */
export const reinstateDeleted = (task: Task, row: KeptRow): Promise<string | null> =>
  withEvents(task, task.entity, row.id, async (events, found) => {
    const { job, entity, commands } = task
    // Already restored, by this undo before a crash or by someone else. Repeating it changes nothing.
    if (found && !isOfJob(task, events.at(-1)!)) return changedSince
    const by = byOf(job, `undo line ${row.line}`, { undoes: job.id })
    return reasonIn(task, await commands.reinstate(entity, row.id, by))
  })
