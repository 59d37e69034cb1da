import type { StoredLog } from '#contracts/event-log.ts'
import { onConnection } from '../postgres/databases.ts'
import { storedOf } from './client/stored.ts'

const page = `
  select record from events where position > $1 and left(stream, 1) <> '$'
  order by position limit $2`

/** Not through a running store, whose cache could hide a change on disk. */
export const tableLog = (databaseUrl: string): StoredLog => ({
  readStored: (after, limit) =>
    onConnection(databaseUrl, async (client) => {
      const { rows } = await client.query<{ record: Buffer }>(page, [after ?? -1n, limit])
      return rows.map(({ record }) => storedOf(record))
    }),
})
