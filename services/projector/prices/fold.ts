import type { RecordedEvent } from '#contracts/event-log.ts'
import { effectOf, type DataWith } from '#contracts/events.ts'
import { entities, type PricedEntity } from '#contracts/catalogue/index.ts'
import type { KeptPrice } from '#contracts/catalogue/item.ts'
import { keptPrice, priceOn, withoutPrice, withPrice } from '#contracts/dated-prices.ts'
import { osloDay } from '#contracts/days.ts'
import type { Price } from '#contracts/pricing.ts'

type Item = { readonly type: PricedEntity; readonly id: number }

/** A cost price that goes up or down, and the day from which it does. */
type Move = { readonly from: string; readonly on: string }

/** A price in the history, in force until another one with the same date is recorded. */
export type Recorded = Omit<KeptPrice, 'updatedAt'> & {
  readonly item: Item
  readonly position: string
  /** The recording event, if it is in this batch. */
  readonly event?: RecordedEvent
  readonly withdrawn?: true
  moved: Move | null
  ended: string | null
}

export const priceKey = ({ type, id }: { readonly type: string; readonly id: number }): string =>
  `${type}-${id}`

/** Undefined if the record has no price. */
export const itemIn = ({ data }: RecordedEvent): Item | undefined => {
  const { entity, id } = data as DataWith<'removed'>
  const type = entities.find(({ name }) => name === entity)?.priced
  return type && { type, id: Number(id) }
}

const moveFrom = (before: Recorded | undefined, price: Price, on: string): Move | null => {
  if (!before || price.costPrice === null) return null
  const { costPrice, costPriceCurrency } = before.price
  const isMove = costPriceCurrency === price.costPriceCurrency && costPrice !== price.costPrice
  return isMove && costPrice !== null ? { from: costPrice, on } : null
}

const moveBy = ({ data, metadata }: RecordedEvent, known: readonly Recorded[]): Move | null => {
  const { price, validFrom } = data as DataWith<'priced'>
  const today = osloDay(metadata.at)
  const from = validFrom ?? today
  const on = from > today ? from : today
  // A price to come that is replaced never holds.
  const before = priceOn(from > today ? withoutPrice(known, from) : known, on)
  return before && before.from > from ? null : moveFrom(before, price, on)
}

/** The price to come after what the event changed, if it now moves from another price. */
const movedAfter = (recorded: Recorded, left: readonly Recorded[]): Recorded | undefined => {
  const today = osloDay(recorded.event!.metadata.at)
  const next = left.find(({ from }) => from > recorded.from)
  if (!next || next.from <= today) return undefined
  next.moved = moveFrom(priceOn(withoutPrice(left, next.from), next.from), next.price, next.from)
  return next
}

const recordedBy = (event: RecordedEvent, item: Item, known: readonly Recorded[]): Recorded => {
  const data = event.data as DataWith<'priced'>
  return {
    ...keptPrice(known, data, event.metadata.at),
    item,
    position: `${event.position}`,
    event,
    ...(data.withdrawn && { withdrawn: data.withdrawn }),
    moved: moveBy(event, known),
    ended: null,
  }
}

type Folded = {
  /** The prices in force of each item, by `priceKey`. */
  readonly open: Map<string, readonly Recorded[]>
  readonly made: Recorded[]
  /** Rows of earlier batches that have ended, or now move from another price. */
  readonly changed: Set<Recorded>
}

const end = ({ changed }: Folded, one: Recorded, { position }: RecordedEvent): void => {
  one.ended = `${position}`
  if (!one.event) changed.add(one)
}

const record = (folded: Folded, item: Item, event: RecordedEvent): void => {
  const key = priceKey(item)
  const known = folded.open.get(key) ?? []
  const recorded = recordedBy(event, item, known)
  const replaced = known.find(({ from }) => from === recorded.from)
  if (replaced) end(folded, replaced, event)
  // A withdrawal is a history row too, one that is never in force.
  if (recorded.withdrawn) recorded.ended = recorded.position
  folded.made.push(recorded)
  const left = recorded.withdrawn ? withoutPrice(known, recorded.from) : withPrice(known, recorded)
  folded.open.set(key, left)
  const next = movedAfter(recorded, left)
  if (next && !next.event) folded.changed.add(next)
}

/** A removal is a history row too, one that is never in force. */
const remove = (folded: Folded, item: Item, event: RecordedEvent): void => {
  const key = priceKey(item)
  const known = folded.open.get(key) ?? []
  const last = known.at(-1)
  if (!last) return
  for (const one of known) end(folded, one, event)
  const position = `${event.position}`
  const from = osloDay(event.metadata.at)
  const removal = { ...last, from, validFrom: null, position, event, moved: null, ended: position }
  folded.made.push(removal)
  folded.open.set(key, [])
}

export const foldPrices = (
  events: readonly RecordedEvent[],
  before: ReadonlyMap<string, readonly Recorded[]>,
): Folded => {
  const folded: Folded = { open: new Map(before), made: [], changed: new Set() }
  for (const event of events) {
    const item = itemIn(event)
    if (!item) continue
    const effect = effectOf(event.type)
    if (effect === 'priced') record(folded, item, event)
    else if (effect === 'removed') remove(folded, item, event)
    else throw new Error(`${event.type} changes prices in a way that is not known here`)
  }
  return folded
}
