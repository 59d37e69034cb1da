/** What the log holds: one event with its place, ready to be sent. */
export type LogRecord = {
  /** Offset in the log: the offset of the record before plus that record's size. */
  readonly position: number
  readonly stream: string
  readonly revision: number
  readonly type: string
  readonly id: string
  /** The event as the protobuf message RecordedEvent, position and all. */
  readonly bytes: Buffer
}

/** An event as the client proposes it. */
export type Proposed = {
  readonly id: string
  readonly type: string
  readonly contentType: string
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}

/** Revision of the event that ends a stream for good: the largest number of 64 bits. */
export const tombstone = Number(2n ** 63n - 1n)
export const exactRevision = (revision: number): bigint =>
  revision === tombstone ? 2n ** 63n - 1n : BigInt(revision)

export const firstPosition = 64
/** Leaves room between records, so that no position of one could be taken for one of another. */
export const overhead = 32

export const positionAfter = (record: LogRecord): number =>
  record.position + record.bytes.length + overhead
