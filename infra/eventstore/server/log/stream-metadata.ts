import { tombstone } from './record.ts'

/** The part of a stream's metadata that the server itself obeys, and all of it as it was written. */
export type StreamMetadata = {
  readonly truncateBefore: number
  readonly maxCount: number
  /** In seconds. */
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

/** What cannot be read as metadata counts as none: anyone may write any event to a `$$` stream. */
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

/** The metadata with another `$tb`. Its largest value is beyond what a JavaScript number holds exactly. */
export const withTruncateBefore = (metadata: StreamMetadata, revision: number): string => {
  const { $tb: _, ...others } = metadata.all
  const rest = JSON.stringify(others).slice(1, -1)
  const value = revision === tombstone ? '9223372036854775807' : String(revision)
  return `{${rest}${rest ? ',' : ''}"$tb":${value}}`
}
