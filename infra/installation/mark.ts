import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** Counts up whenever an older release could not go on with what this one writes. */
const format = 1

const packageFile = new URL('../../package.json', import.meta.url)
const { version: release } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(packageFile, 'utf8')))

/** What every part of an installation carries, so that none is taken for another's, or for a new one. */
export const mark = z.object({
  id: z.string(),
  /** Of the newest release that has written there. */
  format: z.int(),
  release: z.string(),
})
export type Mark = z.output<typeof mark>

export const ours = { format, release }

const isAfter = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { numeric: true }) > 0

export const isNewer = (found: Mark): boolean =>
  found.format > format || isAfter(found.release, release)

export const isOlder = (found: Mark): boolean =>
  found.format < format || isAfter(release, found.release)

/** What can carry a mark, by the name that the operator knows it by. */
export type Part = {
  readonly name: string
  readonly read: () => Promise<Mark | null>
  readonly write: (mark: Mark) => Promise<void>
}
