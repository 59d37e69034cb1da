import { positionHeader } from '#contracts/answers.ts'
import { isListed } from './list-paths.ts'

/** By collection, how far the log had come where the oldest was read that may be on screen. */
const readAt = new Map<string, bigint>()

type Listener = (position: bigint) => void
let listener: Listener = () => undefined

/** To be told of every answer how far it goes. */
export const onRead = (next: Listener): void => void (listener = next)

export const noteRead = (path: string, { headers }: Response): void => {
  const position = headers.get(positionHeader)
  const collection = /^\/api\/(\w+)/.exec(path)?.[1]
  // Others say how far something had come that was done: a job of yesterday is behind all that is shown.
  if (position === null || collection === undefined || !isListed(collection)) return
  const at = BigInt(position)
  if (at < (readAt.get(collection) ?? at + 1n)) readAt.set(collection, at)
  listener(at)
}

/** Whether all that was read of a collection was read after a position. */
export const isReadSince = (collection: string, position: bigint): boolean =>
  (readAt.get(collection) ?? -1n) >= position

/** The place from which on nothing on screen is known to be as it was read; null where nothing was read. */
export const oldestRead = (): bigint | null => {
  let oldest: bigint | null = null
  for (const at of readAt.values()) if (oldest === null || at < oldest) oldest = at
  return oldest
}

export const forgetReads = (isMeant: (path: string) => boolean): void => {
  for (const collection of readAt.keys())
    if (isMeant(`/api/${collection}`)) readAt.delete(collection)
}
