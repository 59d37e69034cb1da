import type { DatabaseTransactionConnection, QuerySqlToken } from 'slonik'
import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { Position, RecordedEvent } from '#contracts/event-log.ts'

/** The transaction that moves the checkpoint. Tables are named without their schema. */
export type Transaction = DatabaseTransactionConnection

export type RecordId = number | string

export type Batch = {
  /** In log order, each once, in today's shape: only the types that the projection handles. */
  readonly events: readonly RecordedEvent[]
  readonly position: Position
  /** On which the present prices hold; `dayBefore` until this batch. A new day may come without any event. */
  readonly day: string
  readonly dayBefore: string
  /** The tables are being filled from an empty state, and nobody reads them yet. */
  readonly filling: boolean
  /** Adds rows to one of the tables that are `appended`: they are there when the batch ends, or after `flush`. */
  readonly append: (table: string, rows: readonly object[]) => Promise<void>
  readonly flush: () => Promise<void>
  /** Records whose ready answer must be made anew; the projection of answers, the last, does so. */
  readonly touched: ReturnType<typeof touched>
}

type Step = (tx: Transaction) => Promise<unknown>

/** Tables, and how a batch changes them. All share one checkpoint, so that a query sees one moment of the log. */
export type Projection = {
  readonly name: string
  /** Statements that make the tables, in an empty schema. A change of one refills everything. */
  readonly tables: readonly QuerySqlToken[]
  /** To be raised when other rows come out of the same tables' definition; refills everything too. */
  readonly revision: number
  /** Anything else that rows depend on, as text: queries that make them, fields they are made of. */
  readonly basis?: readonly string[]
  /** Columns, by table, that depend on how events fell into batches: `npm run verify` leaves them out. */
  readonly varying?: Readonly<Record<string, readonly string[]>>
  /** Tables to which each event adds rows, with its position: what a batch that failed has left of them is found by it. */
  readonly appended?: readonly string[]
  /** Types of event it takes. A type that no projection takes stops the projector. */
  readonly handles: readonly string[]
  /** In the order of the projections. What it throws rolls the whole batch back. */
  readonly apply: (tx: Transaction, batch: Batch) => Promise<void>
  /** Once, when a refill has reached the end of the log: what follows from rows of the projection itself. */
  readonly derived?: readonly Step[]
  /** Then, of what follows from rows of others too, and for indexes: they are quicker made in one go. */
  readonly filled?: readonly Step[]
  /** At last, when nobody reads what was made before any more. */
  readonly placed?: readonly Step[]
  /** What is kept in memory is made from the tables: at the start, and again after a failed batch. */
  readonly load?: (tx: Transaction) => Promise<void>
}

type Answers = Readonly<Record<CatalogueEvent['type'], boolean>>

/** Types of event for which the answer is yes. A new type does not compile before each of these questions is answered. */
export const typesWith = (answers: Answers): readonly string[] =>
  Object.keys(answers).filter((type) => answers[type as keyof Answers])

export const touched = () => {
  const records = new Map<EntityName, Set<RecordId>>()
  return {
    add: (entity: EntityName, ids: readonly RecordId[]): void => {
      records.set(entity, new Set([...(records.get(entity) ?? []), ...ids]))
    },
    of: (entity: EntityName): readonly RecordId[] => [...(records.get(entity) ?? [])],
  }
}
