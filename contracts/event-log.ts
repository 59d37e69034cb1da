/** The port to the event store. Implemented by `infra/eventstore/client`, and in memory for tests. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export type Metadata = {
  /** The command's Idempotency-Key, or an id that the service generated. */
  readonly commandId: string
  readonly user: string
  /** The account id, which stays when an account is renamed. Older events lack it. */
  readonly userId?: string
  /** The name of the API token; `via` is then 'token'. */
  readonly token?: string
  /** ISO 8601, UTC: the time of the decision. The store records its own write time. */
  readonly at: string
  readonly v: number
  /** The request id, as in the logs; the key is EventStoreDB's. Imports have none. */
  readonly $correlationId?: string
  readonly [key: string]: Json
}

export type NewEvent = {
  /** A UUID. Appending the same id to the same stream again is idempotent. */
  readonly id: string
  readonly type: string
  readonly data: unknown
  readonly metadata: Metadata
}

/** Position in the whole log: increasing, with gaps. */
export type Position = bigint

export type Revision = bigint | 'none'

export type RecordedEvent = {
  readonly id: string
  readonly stream: string
  readonly revision: bigint
  readonly type: string
  readonly data: unknown
  readonly metadata: Metadata
  readonly position: Position
  readonly writtenAt: string
}

/** The exact bytes in the store. Personal data is encrypted. */
export type StoredEvent = Pick<
  RecordedEvent,
  'id' | 'stream' | 'revision' | 'type' | 'position'
> & {
  /** Write time of the store, in 100 ns since 1970. */
  readonly ticks: bigint
  readonly isJson: boolean
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}

export type StoredLog = {
  /** After `after` (null: from the start), at most `limit`, without system events (`$...`). */
  readStored(after: Position | null, limit: number): Promise<readonly StoredEvent[]>
}

export type Appended =
  | { readonly appended: true; readonly position: Position; readonly revision: bigint }
  | { readonly appended: false; readonly actual: Revision }

export type Follower = {
  /**
   * In log order, at most `batchSize`, one call at a time. A rejection ends the subscription: no event is skipped.
   */
  readonly handle: (events: readonly RecordedEvent[]) => Promise<void>
  readonly caughtUp?: () => void
  /** Called with the reason each time the connection is lost. It reconnects at once. */
  readonly lost?: (problem: string) => void
  readonly batchSize?: number
  readonly signal: AbortSignal
}

export type EventLog = {
  /**
   * Atomic, if the stream is at `expected`. A retry with the same ids and `expected` returns the first answer.
   * @throws StoreUnavailable if nothing was written; OutcomeUnknown if that is not known.
   */
  append(stream: string, events: readonly NewEvent[], expected: Revision): Promise<Appended>
  /** Oldest first, from revision `from` (default 0), at most `limit`; empty if there is no such stream. */
  read(stream: string, from?: bigint, limit?: number): Promise<readonly RecordedEvent[]>
  readAll(after: Position | null, limit: number): Promise<readonly RecordedEvent[]>
  /** System events do not count; null for an empty log. */
  last(): Promise<Position | null>
  /** Reconnects until `signal` aborts. @throws LogCut if the log ends before the last handled event. */
  follow(after: Position | null, follower: Follower): Promise<void>
  close(): Promise<void>
}

/** The store is unreachable or rejected the append. Nothing was written. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  readonly problem: string | undefined
  constructor(message: string, options: ErrorOptions & { readonly problem?: string } = {}) {
    super(message, options)
    this.problem = options.problem
  }
}

/** A stored record is corrupt: a retry does not help. `problem` says where and what to do. */
export class LogDamaged extends StoreUnavailable {
  override readonly problem: string
  readonly position: Position
  constructor(problem: string, position: Position, cause: unknown) {
    super(cause instanceof Error ? cause.message : problem, { cause })
    this.problem = problem
    this.position = position
  }
}

/** The append may have been written or not. A retry with the same ids tells. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/** The log ends before the checkpoint: it was truncated, emptied or replaced. */
export class LogCut extends Error {
  override readonly name = 'LogCut'
}
