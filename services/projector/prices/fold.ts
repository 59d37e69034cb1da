import type { Json, RecordedEvent } from '#contracts/event-log.ts'
import type { EventData, EventType } from '#contracts/events.ts'
import { entities, type PricedEntity } from '#contracts/catalogue/index.ts'
import { isNewCost, type Price } from '#contracts/pricing.ts'
import { takenBy } from '../kernel/projection.ts'

/** A price as the tables hold it, its decimals as text. */
export type PriceRow = {
  readonly entity_type: string
  readonly entity_id: number
  readonly cost_price: string | null
  readonly cost_price_currency: string
  readonly price_factor: string
  readonly list_price: string | null
  readonly unit: string
  readonly cost_price_updated_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

type HistoryRow = PriceRow & {
  readonly position: string
  readonly event_id: string
  readonly at: string
  readonly user_name: string
  /** Their account; null before it was recorded, and for what the system does. */
  readonly user_id: string | null
  readonly removed: boolean
  readonly previous: Price | null
  /** The price file it came from. */
  readonly source: Json
}

type PriceChanges = {
  /** The price in force at the end; null where there is none any more. */
  readonly current: ReadonlyMap<string, PriceRow | null>
  readonly history: readonly HistoryRow[]
}

export const priceKey = (entityType: string, entityId: number): string =>
  `${entityType}-${entityId}`

const types = new Map<string, PricedEntity>(
  entities.flatMap(({ name, priced }) => (priced ? [[name, priced]] : [])),
)

const priceOf = (row: PriceRow): Price => ({
  costPrice: row.cost_price,
  costPriceCurrency: row.cost_price_currency as Price['costPriceCurrency'],
  priceFactor: row.price_factor,
  listPrice: row.list_price,
  unit: row.unit,
})

/**
 * Items whose price, as it was before these events, is needed to tell what it is after them. One that is
 * registered by them had none.
 */
export const pricedBefore = (
  events: readonly RecordedEvent[],
): readonly { readonly type: string; readonly id: number }[] => {
  const registered = new Set<string>()
  const found = new Map<string, { type: string; id: number }>()
  for (const { type: event, data } of events) {
    const { entity, id } = data as EventData<'ItemRemoved'>
    const type = types.get(entity)
    if (!type || typeof id !== 'number') continue
    const key = priceKey(type, id)
    if (event === 'ItemRegistered') registered.add(key)
    else if (!registered.has(key)) found.set(key, { type, id })
  }
  return [...found.values()]
}

type Written = Pick<
  HistoryRow,
  'entity_type' | 'entity_id' | 'position' | 'event_id' | 'at' | 'user_name' | 'user_id' | 'source'
>
type Known = PriceRow | null | undefined
/** The row of history that an event of an item makes, if it makes one. */
type Rows = {
  readonly [Type in EventType]:
    | ((data: EventData<Type>, known: Known, written: Written) => HistoryRow | null)
    | null
}

const rows: Rows = {
  // Tells that there was no price before.
  ItemRegistered: () => null,
  ItemPriced: ({ price, previous }, known, written) => ({
    ...written,
    cost_price: price.costPrice,
    cost_price_currency: price.costPriceCurrency,
    price_factor: price.priceFactor,
    list_price: price.listPrice,
    unit: price.unit,
    cost_price_updated_at: isNewCost(price, previous)
      ? written.at
      : (known?.cost_price_updated_at ?? null),
    created_at: known?.created_at ?? written.at,
    updated_at: written.at,
    removed: false,
    previous,
  }),
  ItemRemoved: (_, known, written) =>
    known ? { ...known, ...written, removed: true, previous: priceOf(known) } : null,
  ItemRevised: null,
  PartLinked: null,
  PartLinkChanged: null,
  PartUnlinked: null,
  AttributeAdded: null,
  AttributeChanged: null,
  AttributeRemoved: null,
  AssemblyCloned: null,
  SubassemblyLinked: null,
  SubassemblyLinkChanged: null,
  SubassemblyUnlinked: null,
  AssemblyDissolved: null,
}

export const priceHandles = takenBy(rows)

/** Every change of a price is a row of history; when a cost was set last is carried along. */
export const foldPrices = (
  events: readonly RecordedEvent[],
  before: ReadonlyMap<string, PriceRow>,
): PriceChanges => {
  const current = new Map<string, PriceRow | null>()
  const history: HistoryRow[] = []

  for (const { id: event_id, type: event, data, position, metadata } of events) {
    const { entity, id } = data as EventData<'ItemRemoved'>
    const type = types.get(entity)
    if (!type || typeof id !== 'number') continue
    const key = priceKey(type, id)
    const { at, user, userId = null, source = null } = metadata
    // The table is keyed by type, so the row takes the data of exactly that type.
    const row = (rows[event as EventType] as Rows['ItemRemoved'])?.(
      data as never,
      current.has(key) ? current.get(key) : before.get(key),
      {
        entity_type: type,
        entity_id: id,
        position: position.toString(),
        event_id,
        at,
        user_name: user,
        user_id: userId,
        source,
      },
    )
    if (!row) continue
    current.set(key, row.removed ? null : row)
    history.push(row)
  }
  return { current, history }
}
