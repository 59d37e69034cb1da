import type { DatabaseTransactionConnection, QuerySqlToken } from 'slonik'
import type { EntityName } from '#contracts/entity.ts'
import type { EffectIn } from '#contracts/event-definition.ts'
import type { Position, RecordedEvent } from '#contracts/event-log.ts'
import { definitionOf, eventTypes, type EventData, type EventType } from '#contracts/events.ts'

/** The transaction that also moves the checkpoint. */
export type Transaction = DatabaseTransactionConnection

export type RecordId = number | string

export type Batch = {
  /** In log order, upcast, only the types that the projection handles. */
  readonly events: readonly RecordedEvent[]
  readonly position: Position
  /** The day whose prices are valid, and the day before this batch. A new day may come without events. */
  readonly day: string
  readonly dayBefore: string
  /** True during a fill, when nobody reads the tables. */
  readonly filling: boolean
  /** Records whose ready answer the last projection must remake. */
  readonly touched: ReturnType<typeof touched>
}

type Step = (tx: Transaction) => Promise<unknown>

/** Tables and how events change them. All projections share one checkpoint, so that queries see one state of the log. */
export type Projection = {
  readonly name: string
  /** Statements that create the tables. A change causes a refill. */
  readonly tables: readonly QuerySqlToken[]
  /** Increase it if the same tables get other rows. Causes a refill. */
  readonly revision: number
  /** Other text that the rows depend on, such as queries. A change causes a refill. */
  readonly basis?: readonly string[]
  /** By table: columns that depend on batch boundaries. `npm run verify` ignores them. */
  readonly varying?: Readonly<Record<string, readonly string[]>>
  /** An event type that no projection handles stops the projector. */
  readonly handles: readonly string[]
  /** Called in the order of the projections. An error rolls back the whole batch. */
  readonly apply: (tx: Transaction, batch: Batch) => Promise<void>
  /** First stage after reading the log in a refill: indexes and rows derived from the projection's own rows. */
  readonly derived?: readonly Step[]
  /** Second stage: rows derived from those. */
  readonly filled?: readonly Step[]
  /** Third stage: indexes and rows derived from the records. */
  readonly completed?: readonly Step[]
  /** Loads memory from the tables, at the start and after a failed batch. */
  readonly load?: (tx: Transaction) => Promise<void>
}

export type Subject = { readonly entity: EntityName; readonly id: RecordId }

export const subjectOf = (event: RecordedEvent): Subject => {
  const data = event.data as EventData<EventType>
  if ('entity' in data) return { entity: data.entity as EntityName, id: data.id }
  return { entity: 'assemblytypes', id: 'parentId' in data ? data.parentId : data.assemblyId }
}

export const idsIn = (events: readonly RecordedEvent[], name: EntityName): readonly RecordId[] => {
  const own = events.map(subjectOf).filter(({ entity }) => entity === name)
  return [...new Set(own.map(({ id }) => id))]
}

type Concern = 'search' | 'prices' | 'bomItems' | 'updatedAt'

/** What an event of a record reaches besides the history and the record itself. */
const concerns: Readonly<Record<EffectIn<'record'>, readonly Concern[]>> = {
  created: ['search', 'bomItems', 'updatedAt'],
  revised: ['search', 'bomItems', 'updatedAt'],
  priced: ['prices', 'bomItems', 'updatedAt'],
  removed: ['search', 'prices', 'bomItems'],
  offerSet: ['search', 'updatedAt'],
  offerRemoved: ['search', 'updatedAt'],
  none: ['updatedAt'],
}

export const typesConcerning = (concern: Concern): readonly string[] =>
  eventTypes.filter((type) => {
    const { stream, effect } = definitionOf(type)
    return stream === 'record' && concerns[effect].includes(concern)
  })

export const touched = () => {
  const records = new Map<EntityName, Set<RecordId>>()
  return {
    add: (entity: EntityName, ids: readonly RecordId[]): void => {
      records.set(entity, new Set([...(records.get(entity) ?? []), ...ids]))
    },
    of: (entity: EntityName): readonly RecordId[] => [...(records.get(entity) ?? [])],
  }
}
