import { onConnection } from '#infra/postgres/databases.ts'
import { streamMessages } from './protocol/messages.ts'
import { encodeRecord } from './server/log/encode-record.ts'
import { columns, recordOf, type Row } from './server/log/queries.ts'
import { checksum, firstPosition, positionAfter, type LogRecord } from './server/log/record.ts'

type Damage = {
  readonly position: number
  readonly stream: string
  readonly revision: string
  readonly what: string
}

const page = 1000
const maxDamages = 100

const { RecordedEvent } = streamMessages.ReadResp.ReadEvent

const decoded = (bytes: Buffer) => {
  try {
    return RecordedEvent.deserializeBinary(bytes)
  } catch {
    return null
  }
}

/** Encoding the content again must give the same bytes. Older releases left empty fields out. */
const contentFits = ({ position, stream, revision, type, id, bytes }: LogRecord): boolean => {
  const event = decoded(bytes)
  if (!event) return false
  const properties = event.getMetadataMap()
  const [contentType, ticks] = [properties.get('content-type'), properties.get('created')]
  if (contentType === undefined || ticks === undefined || !/^\d+$/.test(ticks)) return false
  const [data, metadata] = [event.getData_asU8(), event.getCustomMetadata_asU8()]
  const content = { id, type, contentType, data, metadata }
  const place = { position, stream, revision, ticks }
  return [true, false].some((keepsEmpty) =>
    encodeRecord(content, place, keepsEmpty).bytes.equals(bytes),
  )
}

/** Call it for the records in log order. */
export const logCheck = () => {
  let place = firstPosition
  return (record: LogRecord, expected: number): string | null => {
    const follows = record.position === place
    place = positionAfter(record)
    if (checksum(record) !== expected) return 'innholdet stemmer ikke med kontrollsummen'
    if (!contentFits(record)) return 'kolonnene stemmer ikke med innholdet'
    return follows ? null : 'hendelsen foran denne mangler eller er endret'
  }
}

const records = `select ${columns} from events where position > $1 order by position limit ${page}`

/** Ignores tombstones, since they have the largest revision. */
const brokenStreams = `
  select stream, max(position)::float8 as position, max(revision)::text as revision,
    'strømmen mangler en hendelse eller har en for mye' as what
  from events where revision <> 9223372036854775807
  group by stream having count(*) <> max(revision) + 1 or min(revision) <> 0
  limit ${maxDamages}`

export const verifyStore = (databaseUrl: string) =>
  onConnection(databaseUrl, async (client) => {
    const damages: Damage[] = []
    const check = logCheck()
    let events = 0
    for (let after = 0; ;) {
      const { rows } = await client.query<Row>({ text: records, values: [after], rowMode: 'array' })
      for (const row of rows) {
        const record = recordOf(row)
        const { position, stream } = record
        const what = check(record, row[6])
        if (what) damages.push({ position, stream, revision: row[2], what })
        after = position
      }
      events += rows.length
      if (rows.length < page || damages.length >= maxDamages) break
    }
    damages.push(...(await client.query<Damage>(brokenStreams)).rows)
    return { events, damages: damages.slice(0, maxDamages) }
  })
