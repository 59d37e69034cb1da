import type { Client } from 'pg'
import { onConnection } from '#infra/postgres/databases.ts'
import { encodeRecord } from './server/log/encode-record.ts'
import { columns, recordOf, type Row } from './server/log/queries.ts'
import { checksum, overhead, positionAfter, type LogRecord } from './server/log/record.ts'

export const replacedType = 'DamagedEventReplaced'

const most = 10

/** Exactly as large as the damaged record, because the next record starts where this one ends. */
const replacementFor = (damaged: LogRecord, size: number): LogRecord | null => {
  const place = { ...damaged, ticks: `${BigInt(Date.now()) * 10_000n}` }
  const encode = (spaces: number, more: number) =>
    encodeRecord(
      {
        id: damaged.id,
        type: replacedType,
        contentType: 'application/json',
        data: Buffer.from(`null${' '.repeat(spaces)}`),
        metadata: Buffer.from(`{}${' '.repeat(more)}`),
      },
      place,
    )
  const missing = size - encode(0, 0).bytes.length
  // More padding may need another byte for its own length; a space in the metadata corrects that.
  for (let more = 0; more <= 1; more++)
    for (let spaces = Math.max(0, missing - most); spaces <= missing; spaces++) {
      const record = encode(spaces, more)
      if (record.bytes.length === size) return record
    }
  return null
}

type Place = { readonly stream: string; readonly revision: bigint }

const replace = async (client: Client, position: number): Promise<Place | null> => {
  const { rows } = await client.query<Row>({
    text: `select ${columns} from events where position >= $1 order by position limit 2 for update`,
    values: [position],
    rowMode: 'array',
  })
  const [row, next] = rows
  if (!row || Number(row[0]) !== position) return null
  const damaged = recordOf(row)
  if (checksum(damaged) === row[6]) return null
  const end = next ? Number(next[0]) : positionAfter(damaged)
  const record = replacementFor(damaged, end - position - overhead)
  if (!record)
    throw new Error(
      `Hendelsen på plass ${position} er for kort til å gås forbi. Hent loggen tilbake fra en sikkerhetskopi.`,
    )
  await client.query(
    `create table if not exists damaged_events (like events, replaced_at timestamptz default now())`,
  )
  await client.query('insert into damaged_events select * from events where position = $1', [
    position,
  ])
  await client.query(
    'update events set type = $2, record = $3, checksum = $4 where position = $1',
    [position, record.type, record.bytes, checksum(record)],
  )
  return { stream: row[1], revision: BigInt(row[2]) }
}

/** Readers can pass the empty event. The damaged row is kept in another table. Null if it is not damaged. */
export const replaceDamaged = (databaseUrl: string, position: number): Promise<Place | null> =>
  onConnection(databaseUrl, async (client) => {
    await client.query('begin')
    const replaced = await replace(client, position)
    await client.query('commit')
    return replaced
  })
