import type { StoredEvent, StoredLog } from '#contracts/event-log.ts'
import { onConnection } from '../postgres/databases.ts'
import { storedOf } from './client/decode.ts'

const page = `
  select position, stream, revision, type, id, record from events
  where position > $1 and left(stream, 1) <> '$'
  order by position limit $2`

type Row = Record<'position' | 'stream' | 'revision' | 'type' | 'id', string> & { record: Buffer }

const decoded = (record: Buffer): StoredEvent | null => {
  try {
    return storedOf(record)
  } catch {
    return null
  }
}

/** A record that cannot be read, or stood elsewhere, is its bytes at the place where it was found. */
const eventIn = ({ position, stream, revision, type, id, record }: Row): StoredEvent => {
  const place = { position: BigInt(position), revision: BigInt(revision) }
  const event = decoded(record)
  return event?.position === place.position
    ? event
    : { ...place, stream, type, id, ticks: 0n, isJson: false, data: record, metadata: record }
}

/** Not through a running store, whose cache could hide a change on disk. */
export const tableLog = (databaseUrl: string): StoredLog => ({
  readStored: (after, limit) =>
    onConnection(databaseUrl, async (client) => {
      const { rows } = await client.query<Row>(page, [after ?? -1n, limit])
      return rows.map(eventIn)
    }),
})
