import { positionHeader } from '#contracts/answers.ts'
import { isListed } from './list-paths.ts'

/** By collection: the log position of the oldest data that may be on screen. */
const readAt = new Map<string, bigint>()

type Listener = (position: bigint) => void
let listener: Listener = () => undefined

/** The listener receives the log position of every answer. */
export const onRead = (next: Listener): void => void (listener = next)

export const noteRead = (path: string, { headers }: Response): void => {
  const position = headers.get(positionHeader)
  const collection = /^\/api\/(\w+)/.exec(path)?.[1]
  // Answers about jobs carry the position of the job, which may be far behind the data on screen.
  if (position === null || collection === undefined || !isListed(collection)) return
  const at = BigInt(position)
  if (at < (readAt.get(collection) ?? at + 1n)) readAt.set(collection, at)
  listener(at)
}

/** True if all data of the collection is at least as new as the position. */
export const isReadSince = (collection: string, position: bigint): boolean =>
  (readAt.get(collection) ?? -1n) >= position

/** The oldest position of all collections; null if nothing has been read. */
export const oldestRead = (): bigint | null => {
  let oldest: bigint | null = null
  for (const at of readAt.values()) if (oldest === null || at < oldest) oldest = at
  return oldest
}

export const forgetReads = (matches: (path: string) => boolean): void => {
  for (const collection of readAt.keys())
    if (matches(`/api/${collection}`)) readAt.delete(collection)
}
