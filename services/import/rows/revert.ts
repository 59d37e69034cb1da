import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { emptyOf, type Values } from '#contracts/fields.ts'
import type { DataOf } from '#contracts/messages.ts'
import { upcast } from '#contracts/upcasts.ts'
import type { Entity } from '#contracts/entity.ts'
import { defaultPrice, type Price, type PricingChanges } from '#contracts/pricing.ts'
import { isRefusal, refusals, type Refusal } from '#contracts/refusals.ts'
import { streamOf } from '#contracts/streams.ts'
import type { By, Done } from '../commands.ts'
import type { KeptRow } from '../store/row-log.ts'
import { byOf, commandIdOf, wroteAt, type Task } from './task.ts'

const changedSince = 'Endret etter importen'
export const goneSince = 'Slettet etter importen'

const numberOf = (decimal: string | null) => (decimal === null ? null : Number(decimal))
const asChanges = (price: Price): PricingChanges => ({
  costPrice: numberOf(price.costPrice),
  costPriceCurrency: price.costPriceCurrency,
  priceFactor: Number(price.priceFactor),
  listPrice: numberOf(price.listPrice),
  unit: price.unit,
})

/** `name` tells it from all else that the import did. */
const undoBy = ({ job }: Task, name: string, revision: number): By => ({
  ...byOf(job, `undo ${name}`, { undoes: job.id }),
  ifMatch: [BigInt(revision)],
})

const reasonIn = ({ job }: Task, done: Done | Refusal): string | null => {
  if (isRefusal(done))
    return done.refused === 'CONFLICT' ? changedSince : (done.text ?? refusals[done.refused].text)
  wroteAt(job, done.position)
  return null
}

/** Whether it was written already, and the answer lost. */
const isOurs = ({ job }: Task, last: RecordedEvent | undefined, { commandId }: By): boolean => {
  if (last?.metadata.commandId !== commandId) return false
  wroteAt(job, last.position)
  return true
}

/** Removes what was made, once however often it is tried. */
export const removeMade = async (
  task: Task,
  of: Entity,
  { id, revision }: { readonly id: number; readonly revision: number },
  name: string,
): Promise<string | null> => {
  const { commands, log } = task
  const by = undoBy(task, name, revision)
  if (await commands.record(of, id)) return reasonIn(task, await commands.remove(of, id, by))
  // Gone already: by us before a crash, or by somebody else.
  const last = (await log.read(streamOf(of, id))).at(-1)
  return isOurs(task, last, by) ? null : goneSince
}

const heldIn = ({ fields }: Entity, held: Values, keys: readonly string[]): Values =>
  Object.fromEntries(keys.map((key) => [key, held[key] ?? emptyOf(fields[key]!)]))

/** What a record held before one command, in what that changed. */
const bodyBefore = (entity: Entity, events: readonly RecordedEvent[], commandId: string) => {
  const held: Record<string, Values[string]> = {}
  let body = {}
  for (const event of events.map(upcast)) {
    const isOurs = event.metadata.commandId === commandId
    if (event.type === 'ItemRegistered')
      Object.assign(held, (event.data as DataOf<CatalogueEvent, 'ItemRegistered'>).values)
    if (event.type === 'ItemRevised') {
      const { changes } = event.data as DataOf<CatalogueEvent, 'ItemRevised'>
      const keys = Object.keys(changes).filter((key) => entity.fields[key])
      if (isOurs) body = { ...body, ...heldIn(entity, held, keys) }
      Object.assign(held, changes)
    }
    if (event.type === 'ItemPriced' && isOurs) {
      const { previous } = event.data as DataOf<CatalogueEvent, 'ItemPriced'>
      // A first price cannot be made undone, but it can say nothing again.
      body = { ...body, pricing: asChanges(previous ?? defaultPrice) }
    }
  }
  return body
}

/** Gives a record that was changed its old values, once however often it is tried. */
export const restoreChanged = async (
  task: Task,
  { line, id, revision }: KeptRow,
): Promise<string | null> => {
  const { job, entity, commands, log } = task
  const by = undoBy(task, `line ${line}`, revision)
  const found = await commands.record(entity, id)
  const events = await log.read(streamOf(entity, id))
  const last = events.at(-1)
  if (isOurs(task, last, by)) return null
  if (!found) return goneSince
  if (Number(last?.revision) !== revision) return changedSince
  const body = bodyBefore(entity, events, commandIdOf(job, `line ${line}`))
  return reasonIn(task, await commands.restore(entity, id, body, by))
}
