import type { Pool } from 'pg'
import { checksum, DamagedRecord } from './checksum.ts'
import { exactRevision, overhead, positionAfter, tombstone, type LogRecord } from './record.ts'

/** At most so many bytes of events at a time in memory for one reader. */
const window = 2 * 1024 * 1024

export const columns = 'position, stream, revision, type, id, record, checksum'
export type Row = [string, string, string, string, string, Buffer, number]

export const toRecord = (row: Row): LogRecord => {
  const [position, stream, revision, type, id, bytes, expected] = row
  const record = { position: Number(position), stream, revision: Number(revision), type, id, bytes }
  if (checksum(record) !== expected) throw new DamagedRecord(record, 'the checksum does not match')
  return record
}

const query = async (pool: Pool, name: string, text: string, values: unknown[]) => {
  const { rows } = await pool.query<Row>({ name, text, values, rowMode: 'array' })
  return rows.map(toRecord)
}

/** Every record begins where the one before ends, so a missing one shows. */
const unbroken = (records: readonly LogRecord[]): readonly LogRecord[] => {
  for (let at = 1; at < records.length; at++)
    if (positionAfter(records[at - 1]!) !== records[at]!.position)
      throw new DamagedRecord(records[at]!, 'the record before it is missing')
  return records
}

/** Records from position `from` on. */
export const forwards = async (pool: Pool, from: number, limit: number) => {
  const text = `select ${columns} from events where position >= $1 and position < $2 order by position limit $3`
  const near = await query(pool, 'forwards', text, [from, from + window, limit])
  if (near.length > 0) return unbroken(near)
  return query(pool, 'forwards', text, [from, String(2n ** 63n - 1n), 1])
}

/** Records before position `before`, newest first. */
export const backwards = async (pool: Pool, before: number, limit: number) => {
  const text = `select ${columns} from events where position < $1 and position >= $2 order by position desc limit $3`
  const near = await query(pool, 'backwards', text, [before, before - window, limit])
  return near.length > 0 ? near : query(pool, 'backwards', text, [before, 0, 1])
}

export type End = { readonly position: number; readonly after: number }

/** The last record's position and the one after it. A record that is damaged inside has its place all the same. */
export const end = async (pool: Pool): Promise<End | null> => {
  const { rows } = await pool.query<{ position: string; size: number }>({
    name: 'end',
    text: 'select position, octet_length(record) as size from events order by position desc limit 1',
  })
  if (!rows[0]) return null
  const position = Number(rows[0].position)
  return { position, after: position + rows[0].size + overhead }
}

export type Place = Pick<LogRecord, 'position' | 'stream' | 'revision' | 'id'>

/** Where the newest events lie, oldest first. */
export const newestIds = async (pool: Pool, limit: number): Promise<Place[]> => {
  const { rows } = await pool.query<Record<keyof Place, string>>({
    name: 'newest ids',
    text: 'select position, stream, revision, id from events order by position desc limit $1',
    values: [limit],
  })
  return rows.toReversed().map(({ position, stream, revision, id }) => ({
    position: Number(position),
    stream,
    revision: Number(revision),
    id,
  }))
}

export const isRecord = async (pool: Pool, position: number): Promise<boolean> => {
  const text = 'select 1 from events where position = $1'
  return (await pool.query({ name: 'is record', text, values: [position] })).rowCount === 1
}

/** The first rows of `page` that stay within the window, and one at least. */
const withinWindow = (page: string, direction: 'asc' | 'desc') => `
  select ${columns} from (
    select *, sum(octet_length(record)) over (order by revision ${direction}) - octet_length(record) as sum_before
    from (${page} order by revision ${direction} limit $3) as page
  ) as sized where sum_before < ${window} order by revision ${direction}`

const exact = (revision: number) => String(exactRevision(Math.min(revision, tombstone)))

export const streamForwards = (pool: Pool, stream: string, from: number, limit: number) => {
  const page = 'select * from events where stream = $1 and revision >= $2'
  return query(pool, 'stream forwards', withinWindow(page, 'asc'), [stream, exact(from), limit])
}

export const streamBackwards = (pool: Pool, stream: string, from: number, limit: number) => {
  const page = 'select * from events where stream = $1 and revision <= $2'
  return query(pool, 'stream backwards', withinWindow(page, 'desc'), [stream, exact(from), limit])
}

export const idsFrom = async (pool: Pool, stream: string, from: number, limit: number) => {
  const { rows } = await pool.query<{ id: string; position: string }>({
    name: 'ids from',
    text: 'select id, position from events where stream = $1 and revision >= $2 order by revision limit $3',
    values: [stream, exact(from), limit],
  })
  return rows.map(({ id, position }) => ({ id, position: Number(position) }))
}
