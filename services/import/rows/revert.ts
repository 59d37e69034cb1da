import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { priceOn, withPrice } from '#contracts/dated-prices.ts'
import { osloDay } from '#contracts/days.ts'
import { emptyOf, type Values } from '#contracts/fields.ts'
import type { DataOf } from '#contracts/messages.ts'
import { upcast } from '#contracts/upcasts.ts'
import type { Entity } from '#contracts/entity.ts'
import { defaultPrice, type Price, type PricingChanges } from '#contracts/pricing.ts'
import { isRefusal, refusals, type Refusal } from '#contracts/refusals.ts'
import { streamOf } from '#contracts/streams.ts'
import { exclusive } from '#kernel/locks.ts'
import type { By, Done, Found } from '../commands.ts'
import type { KeptRow } from '../store/row-log.ts'
import { byOf, commandIdOf, wroteAt, type Task } from './task.ts'

const changedSince = 'Endret etterpå'
export const goneSince = 'Slettet etterpå'

const numberOf = (decimal: string | null) => (decimal === null ? null : Number(decimal))
const asChanges = (price: Price): PricingChanges => ({
  costPrice: numberOf(price.costPrice),
  costPriceCurrency: price.costPriceCurrency,
  priceFactor: Number(price.priceFactor),
  listPrice: numberOf(price.listPrice),
  unit: price.unit,
})

/** `name` tells it from all else that the import did. */
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

/** By the import, or by its undoing: several rows may be about one record. */
const isOfJob = ({ job }: Task, { metadata }: RecordedEvent): boolean =>
  metadata.import === job.id || metadata['undoes'] === job.id

type Made = { readonly id: number; readonly revision: number }

/** What there is of a record, with nobody else at it. Its events come last: they show what came between. */
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

/** Removes what was made, once however often it is tried. */
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
    // Gone already: by us before a crash, or by somebody else.
    if (!isOfJob(task, last)) return goneSince
    wroteAt(task.job, last.position)
    return null
  })

const heldIn = ({ fields }: Entity, held: Values, keys: readonly string[]): Values =>
  Object.fromEntries(keys.map((key) => [key, held[key] ?? emptyOf(fields[key]!)]))

type Priced = DataOf<CatalogueEvent, 'ItemPriced'>
const fromOf = ({ data, metadata }: RecordedEvent): string =>
  (data as Priced).validFrom ?? osloDay(metadata.at)

/** What a record holds but for the import. */
const heldBut = (task: Task, events: readonly RecordedEvent[]) => {
  const held: Record<string, Values[string]> = {}
  let prices: readonly { readonly from: string; readonly price: Price }[] = []
  for (const event of events) {
    if (isOfJob(task, event)) continue
    if (event.type === 'ItemRegistered' || event.type === 'ItemReinstated')
      Object.assign(held, (event.data as DataOf<CatalogueEvent, 'ItemRegistered'>).values)
    if (event.type === 'ItemRevised')
      Object.assign(held, (event.data as DataOf<CatalogueEvent, 'ItemRevised'>).changes)
    if (event.type === 'ItemPriced')
      prices = withPrice(prices, { from: fromOf(event), price: (event.data as Priced).price })
  }
  return { held, prices }
}

/** What gives a record back what one command changed. */
const bodyBefore = (task: Task, recorded: readonly RecordedEvent[], commandId: string) => {
  const { entity } = task
  const events = recorded.map(upcast)
  const { held, prices } = heldBut(task, events)
  let body = {}
  for (const event of events.filter(({ metadata }) => metadata.commandId === commandId)) {
    if (event.type === 'ItemRevised') {
      const { changes } = event.data as DataOf<CatalogueEvent, 'ItemRevised'>
      const keys = Object.keys(changes).filter((key) => entity.fields[key])
      body = { ...body, ...heldIn(entity, held, keys) }
    }
    if (event.type === 'ItemPriced') {
      const from = fromOf(event)
      // A first price cannot be made undone, but it can say nothing again.
      const price = asChanges(priceOn(prices, from)?.price ?? defaultPrice)
      const validFrom = from === osloDay() ? null : from
      body = { ...body, pricing: { ...price, validFrom } }
    }
  }
  return body
}

const offerEvents = ['OfferMade', 'OfferRemoved']

/** Takes back what one command changed of an offer: null where it changed none. */
const restoreOffer = async (
  task: Task,
  events: readonly RecordedEvent[],
  { id, line }: KeptRow,
  by: By,
): Promise<Done | Refusal | 'gone' | null> => {
  const { entity, commands } = task
  const commandId = commandIdOf(task.job, `line ${line}`)
  const ours = ({ type, metadata }: RecordedEvent) =>
    type === 'OfferMade' && metadata.commandId === commandId
  const made = events.find(ours)?.data as DataOf<CatalogueEvent, 'OfferMade'> | undefined
  if (!made) return null
  const { supplierId } = made
  const before = events.findLast(
    (event) =>
      !isOfJob(task, event) &&
      offerEvents.includes(event.type) &&
      (event.data as typeof made).supplierId === supplierId,
  )
  if (before?.type === 'OfferMade') {
    const { costPrice, ...offer } = (before.data as typeof made).offer
    const changes = { ...offer, costPrice: numberOf(costPrice) }
    return commands.setOffer(entity, id, supplierId, changes, by)
  }
  const offers = (await commands.record(entity, id))?.item.offers
  return offers?.has(supplierId) ? commands.removeOffer(entity, id, supplierId, by) : 'gone'
}

/** Gives a record that was changed its old values, once however often it is tried. */
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

/** Brings back a record that was deleted, once however often it is tried. */
export const reinstateDeleted = (task: Task, row: KeptRow): Promise<string | null> =>
  withEvents(task, task.entity, row.id, async (events, found) => {
    const { job, entity, commands } = task
    // Back already: by us before a crash, or by somebody else. Asked again, what is whole is left alone.
    if (found && !isOfJob(task, events.at(-1)!)) return changedSince
    const by = byOf(job, `undo line ${row.line}`, { undoes: job.id })
    return reasonIn(task, await commands.reinstate(entity, row.id, by))
  })
