/**
 * The port through which services use the event store. `infra/eventstore/client` implements it for
 * EventStoreDB (and the embedded store); `contracts/testing/memory-log.ts` in memory, for tests.
 */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Stored with every event; not shown to staff. */
export type Metadata = {
  /** The Idempotency-Key of the command, or an id that the service gave it. */
  readonly commandId: string
  readonly user: string
  /** The account, which keeps its id when it is renamed. Events from before it was recorded lack it. */
  readonly userId?: string
  /** The API token that was used, if one was; `via` is then 'token'. */
  readonly token?: string
  /** ISO 8601, UTC. The time of the decision; the store keeps its own time of writing besides. */
  readonly at: string
  readonly v: number
  /** The request id, as in the logs; the key is EventStoreDB's own. Imports have none. */
  readonly $correlationId?: string
  readonly [key: string]: Json
}

export type NewEvent = {
  /** UUID. The same id again in the same stream is the same event, written once. */
  readonly id: string
  readonly type: string
  readonly data: unknown
  readonly metadata: Metadata
}

/** Where an event lies in the whole log. Rises from event to event, with gaps. */
export type Position = bigint

/** The revision of a stream's last event (the first event has 0), or 'none' when there is none. */
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

/** An event byte for byte as the store has it. What is personal is sealed. */
export type StoredEvent = Pick<
  RecordedEvent,
  'id' | 'stream' | 'revision' | 'type' | 'position'
> & {
  /** When the store wrote it, in 100 nanoseconds since 1970. */
  readonly ticks: bigint
  /** As its writer declared it. */
  readonly isJson: boolean
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}

export type StoredLog = {
  /** Events after `after` (null: from the start), at most `limit`. System events (`$...`) are left out. */
  readStored(after: Position | null, limit: number): Promise<readonly StoredEvent[]>
}

export type Appended =
  | { readonly appended: true; readonly position: Position; readonly revision: bigint }
  | { readonly appended: false; readonly actual: Revision }

export type Follower = {
  /**
   * Called with events in log order, at most `batchSize` at a time, never two calls at once. The next
   * batch waits for the promise. A rejection ends the following: an event is never skipped.
   */
  readonly handle: (events: readonly RecordedEvent[]) => Promise<void>
  readonly caughtUp?: () => void
  /** Called each time the log is lost, and why, for whoever operates the system. It is looked for again at once. */
  readonly lost?: (problem: string) => void
  readonly batchSize?: number
  readonly signal: AbortSignal
}

export type EventLog = {
  /**
   * All events or none, if the stream's last revision is `expected`. The same ids with the same
   * `expected` again give the first answer again.
   * @throws StoreUnavailable when nothing was written; OutcomeUnknown when that cannot be known.
   */
  append(stream: string, events: readonly NewEvent[], expected: Revision): Promise<Appended>
  /** Events of one stream, oldest first, from revision `from` (default 0), at most `limit`; empty if there is no such stream. */
  read(stream: string, from?: bigint, limit?: number): Promise<readonly RecordedEvent[]>
  /** Events after `after` (null: from the start), at most `limit`. System events (`$...`) are left out. */
  readAll(after: Position | null, limit: number): Promise<readonly RecordedEvent[]>
  /** Position of the last event in the log that is not a system event; null for an empty log. */
  last(): Promise<Position | null>
  /**
   * Follows the log after `after`, for ever: reconnects by itself until `signal` aborts.
   * @throws LogCut when the log no longer reaches as far as was handled.
   */
  follow(after: Position | null, follower: Follower): Promise<void>
  close(): Promise<void>
}

/** The store cannot be reached, or did not take the append. Nothing was written. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  /** What keeps us from the store, for whoever operates the system, where that is known. */
  readonly problem: string | undefined
  constructor(message: string, options: ErrorOptions & { readonly problem?: string } = {}) {
    super(message, options)
    this.problem = options.problem
  }
}

/** A record of the log is not as it was written: asking again does not help. `problem` says where, and what to do. */
export class LogDamaged extends StoreUnavailable {
  override readonly problem: string
  readonly position: Position
  constructor(problem: string, position: Position, cause: unknown) {
    super(cause instanceof Error ? cause.message : problem, { cause })
    this.problem = problem
    this.position = position
  }
}

/** The append may or may not have been written. Asking again with the same ids tells. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/** The log ends before what was followed of it: it was cut, emptied or exchanged. */
export class LogCut extends Error {
  override readonly name = 'LogCut'
}
