import { streamMessages } from '../../protocol/messages.ts'
import { tombstone } from './record.ts'

type StreamMetadata = {
  readonly truncateBefore: number
  readonly maxCount: number
  readonly maxAge: number
  readonly all: Readonly<Record<string, unknown>>
}

export const noMetadata: StreamMetadata = {
  truncateBefore: 0,
  maxCount: Infinity,
  maxAge: Infinity,
  all: {},
}

const number = (value: unknown, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise

/** Invalid metadata counts as none, since anyone may write any event to a `$$` stream. */
export const parseMetadata = (data: Buffer): StreamMetadata => {
  const all = objectIn(data)
  if (!all) return noMetadata
  return {
    truncateBefore: number(all['$tb'], 0),
    maxCount: number(all['$maxCount'], Infinity),
    maxAge: number(all['$maxAge'], Infinity),
    all,
  }
}

const objectIn = (data: Buffer): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(data.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** Built as text, because the largest `$tb` is too large for a JavaScript number. */
export const withTruncateBefore = (metadata: StreamMetadata, revision: number): string => {
  const { $tb: _, ...others } = metadata.all
  const rest = JSON.stringify(others).slice(1, -1)
  const value = revision === tombstone ? '9223372036854775807' : String(revision)
  return `{${rest}${rest ? ',' : ''}"$tb":${value}}`
}

export type Head = {
  /** -1 if there are none. */
  readonly last: number
  readonly tombstoned: boolean
  /** Of the metadata stream; -1 if there are none. */
  readonly metadataLast: number
  readonly metadata: StreamMetadata
}

export const isSoftDeleted = ({ metadata }: Head): boolean => metadata.truncateBefore >= tombstone

export type HeadRow = {
  stream: string
  last: string | null
  tombstoned: boolean
  metadata_last: string | null
  metadata: Buffer | null
}

const maxRevision = 'select revision from events where stream = asked.stream'

/** A metadata stream is tombstoned together with its stream. */
export const headsQuery = {
  name: 'heads',
  text: `
    select asked.stream, e.revision as last,
      coalesce(e.revision = 9223372036854775807, false) or exists (
        select from events where stream = substr(asked.stream, 3) and asked.stream like '$$%'
        and revision = 9223372036854775807
      ) as tombstoned,
      m.revision as metadata_last, m.record as metadata
    from unnest($1::text[]) as asked (stream)
    left join lateral (${maxRevision} order by revision desc limit 1) as e on true
    left join lateral (
      select revision, record from events where stream = '$$' || asked.stream
      order by revision desc limit 1
    ) as m on true`,
}

export const headOf = (row: HeadRow): Head => ({
  last: Number(row.last ?? -1),
  tombstoned: row.tombstoned,
  metadataLast: Number(row.metadata_last ?? -1),
  metadata: withOwnRule(row.stream, row.metadata ? metadataIn(row.metadata) : noMetadata),
})

const { RecordedEvent } = streamMessages.ReadResp.ReadEvent

const metadataIn = (record: Buffer): StreamMetadata =>
  parseMetadata(Buffer.from(RecordedEvent.deserializeBinary(record).getData_asU8()))

/** In a metadata stream only the last event is visible. */
export const withOwnRule = (stream: string, metadata: StreamMetadata): StreamMetadata =>
  stream.startsWith('$$') ? { ...metadata, maxCount: 1 } : metadata
