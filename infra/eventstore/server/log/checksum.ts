import { crc32 } from 'node:zlib'
import type { LogRecord } from './record.ts'

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
