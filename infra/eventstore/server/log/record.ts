import { crc32 } from 'node:zlib'

export type LogRecord = {
  /** The previous record's position plus its size. */
  readonly position: number
  readonly stream: string
  readonly revision: number
  readonly type: string
  readonly id: string
  readonly bytes: Buffer
}

export type Proposed = {
  readonly id: string
  readonly type: string
  readonly contentType: string
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}

export const tombstone = Number(2n ** 63n - 1n)
export const exactRevision = (revision: number): bigint =>
  revision === tombstone ? 2n ** 63n - 1n : BigInt(revision)

export const firstPosition = 64
/** Keeps positions inside one record apart from those of the next. */
export const overhead = 32

export const positionAfter = (record: LogRecord): number =>
  record.position + record.bytes.length + overhead

type Checked = Pick<LogRecord, 'position' | 'stream' | 'revision' | 'type' | 'id' | 'bytes'>

/** Signed, because Postgres' int is. */
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
