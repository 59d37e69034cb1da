import { numberOrNull } from '#contracts/decimal.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import type { Entity } from '#contracts/entity.ts'
import { effectOf, type DataWith } from '#contracts/events.ts'
import { isRefusal, refusals, type Refusal } from '#contracts/refusals.ts'
import { streamOf } from '#contracts/streams.ts'
import { exclusive } from '#kernel/locks.ts'
import type { By, Done, Found } from '../commands.ts'
import type { KeptRow } from '../store/row-log.ts'
import { bodyBefore, isOfJob } from './body-before.ts'
import { byOf, commandIdOf, wroteAt, type Task } from './task.ts'

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
  events.some((event) => Number(event.revision) > revision && !isOfJob(task, event))

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

/** Reverts a command's change of an offer; null if it changed none. */
const restoreOffer = async (
  task: Task,
  events: readonly RecordedEvent[],
  { id, line }: KeptRow,
  by: By,
): Promise<Done | Refusal | 'gone' | null> => {
  const { entity, commands } = task
  const commandId = commandIdOf(task.job, `line ${line}`)
  const ours = ({ type, metadata }: RecordedEvent) =>
    effectOf(type) === 'offerSet' && metadata.commandId === commandId
  const made = events.find(ours)?.data as DataWith<'offerSet'> | undefined
  if (!made) return null
  const { supplierId } = made
  const isOffer = ({ type }: RecordedEvent) =>
    effectOf(type) === 'offerSet' || effectOf(type) === 'offerRemoved'
  const before = events.findLast(
    (event) =>
      !isOfJob(task, event) &&
      isOffer(event) &&
      (event.data as typeof made).supplierId === supplierId,
  )
  if (before && effectOf(before.type) === 'offerSet') {
    const { costPrice, ...offer } = (before.data as typeof made).offer
    const changes = { ...offer, costPrice: numberOrNull(costPrice) }
    return commands.setOffer(entity, id, supplierId, changes, by)
  }
  const offers = (await commands.record(entity, id))?.item.offers
  return offers?.has(supplierId) ? commands.removeOffer(entity, id, supplierId, by) : 'gone'
}

/** Restores the old values of a changed record. Idempotent. */
export const restoreChanged = (task: Task, row: KeptRow): Promise<string | null> =>
  withEvents(task, task.entity, row.id, async (events, found) => {
    const { job, entity, commands } = task
    const last = events.at(-1)!
    const name = `line ${row.line}`
    const undone = commandIdOf(job, `undo ${name}`)
    const ours = events.find(({ metadata }) => metadata.commandId === undone)
    if (ours) wroteAt(job, ours.position)
    if (ours) return null
    if (!found) return isOfJob(task, last) ? null : goneSince
    if (isChangedSince(task, events, row)) return changedSince
    const by = undoBy(task, name, found.version)
    const offer = await restoreOffer(task, events, row, by)
    if (offer !== null) return offer === 'gone' ? null : reasonIn(task, offer)
    const body = bodyBefore(task, events, commandIdOf(job, name))
    return reasonIn(task, await commands.restore(entity, row.id, body, by))
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
