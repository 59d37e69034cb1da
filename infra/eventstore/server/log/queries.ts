import type { Pool } from 'pg'
import { headOf, headsQuery, type Head, type HeadRow } from './heads.ts'
import {
  checksum,
  DamagedRecord,
  exactRevision,
  firstPosition,
  overhead,
  positionAfter,
  tombstone,
  type LogRecord,
} from './record.ts'

/** Limits the bytes in memory per reader. */
const window = 2 * 1024 * 1024

export const columns = 'position, stream, revision, type, id, record, checksum'
export type Row = [string, string, string, string, string, Buffer, number]

export const recordOf = ([position, stream, revision, type, id, bytes]: Row): LogRecord => ({
  position: Number(position),
  stream,
  revision: Number(revision),
  type,
  id,
  bytes,
})

const checkedRecord = (row: Row): LogRecord => {
  const record = recordOf(row)
  if (checksum(record) !== row[6]) throw new DamagedRecord(record, 'the checksum does not match')
  return record
}

/** Each record starts where the one before ends, so a gap means a missing record. */
const checkContiguous = (records: readonly LogRecord[]): readonly LogRecord[] => {
  for (let at = 1; at < records.length; at++)
    if (positionAfter(records[at - 1]!) !== records[at]!.position)
      throw new DamagedRecord(records[at]!, 'the record before it is missing')
  return records
}

const exact = (revision: number) => String(exactRevision(Math.min(revision, tombstone)))

export type Place = Pick<LogRecord, 'position' | 'stream' | 'revision' | 'id'>

export class Queries {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async forwards(from: number, limit: number): Promise<readonly LogRecord[]> {
    const text = `select ${columns} from events where position >= $1 and position < $2 order by position limit $3`
    const near = await this.#records('forwards', text, [from, from + window, limit])
    if (near.length > 0) return checkContiguous(near)
    return this.#records('forwards', text, [from, String(2n ** 63n - 1n), 1])
  }

  async backwards(before: number, limit: number): Promise<readonly LogRecord[]> {
    const text = `select ${columns} from events where position < $1 and position >= $2 order by position desc limit $3`
    const near = await this.#records('backwards', text, [before, before - window, limit])
    return near.length > 0 ? near : this.#records('backwards', text, [before, 0, 1])
  }

  ofStream(stream: string, from: number, limit: number, forwards: boolean): Promise<LogRecord[]> {
    const [beyond, order] = forwards ? ['>=', 'asc'] : ['<=', 'desc']
    // As many rows as fit in the window, but at least one.
    const text = `
      select ${columns} from (
        select *, sum(octet_length(record)) over (order by revision ${order}) - octet_length(record) as sum_before
        from (
          select * from events where stream = $1 and revision ${beyond} $2
          order by revision ${order} limit $3
        ) as page
      ) as sized where sum_before < ${window} order by revision ${order}`
    return this.#records(`stream ${order}`, text, [stream, exact(from), limit])
  }

  async heads(streams: readonly string[]): Promise<Map<string, Head>> {
    const { rows } = await this.#pool.query<HeadRow>({ ...headsQuery, values: [streams] })
    return new Map(rows.map((row) => [row.stream, headOf(row)]))
  }

  /** Does not verify checksums, so that a store with a damaged record can start. */
  async newest(limit: number): Promise<{ readonly places: Place[]; readonly end: number }> {
    const { rows } = await this.#pool.query<Record<keyof Place, string> & { size: number }>({
      name: 'newest',
      text: `select position, stream, revision, id, octet_length(record) as size from events
        order by position desc limit $1`,
      values: [limit],
    })
    const places = rows.toReversed().map(({ position, stream, revision, id }) => ({
      position: Number(position),
      stream,
      revision: Number(revision),
      id,
    }))
    const [last] = rows
    return { places, end: last ? Number(last.position) + last.size + overhead : firstPosition }
  }

  async idsFrom(stream: string, from: number, limit: number) {
    const { rows } = await this.#pool.query<{ id: string; position: string }>({
      name: 'ids from',
      text: 'select id, position from events where stream = $1 and revision >= $2 order by revision limit $3',
      values: [stream, exact(from), limit],
    })
    return rows.map(({ id, position }) => ({ id, position: Number(position) }))
  }

  async #records(name: string, text: string, values: unknown[]): Promise<LogRecord[]> {
    const { rows } = await this.#pool.query<Row>({ name, text, values, rowMode: 'array' })
    return rows.map(checkedRecord)
  }
}
