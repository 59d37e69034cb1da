import { crc32 } from 'node:zlib'

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

type Checked = Pick<LogRecord, 'position' | 'stream' | 'revision' | 'type' | 'id' | 'bytes'>

/** Over everything a row holds, so that no flipped bit in it stays unseen. As a signed number of 32 bits. */
export const checksum = ({ position, stream, revision, type, id, bytes }: Checked): number =>
  crc32(bytes, crc32(`${position}/${revision}/${id}/${type}/${stream}`)) | 0

export class DamagedRecord extends Error {
  override readonly name = 'DamagedRecord'
  readonly position: number

  constructor({ position, stream, revision }: Checked, what: string) {
    super(`Record at position ${position} (stream ${stream}, revision ${revision}): ${what}`)
    this.position = position
  }
}
