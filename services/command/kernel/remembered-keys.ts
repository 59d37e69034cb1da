import { LRUCache } from 'lru-cache'
import type { RecordedEvent } from '#contracts/event-log.ts'

export type Remembered = {
  readonly stream: string
  readonly revision: bigint
  readonly request: string
  readonly at: number
}

const rememberedFor = 24 * 60 * 60 * 1000
const most = 200_000

/** Idempotency keys with their results. They come from the log, so that a restart forgets none. */
export const createRememberedKeys = () => {
  const keys = new LRUCache<string, Remembered>({ max: most })
  return {
    note: ({ stream, revision, metadata }: RecordedEvent): void => {
      const { request, commandId } = metadata
      if (typeof request !== 'string') return
      keys.set(commandId, { stream, revision, request, at: Date.parse(metadata.at) })
    },
    get: (commandId: string, now: number): Remembered | undefined => {
      const found = keys.get(commandId)
      return found && now - found.at <= rememberedFor ? found : undefined
    },
    dump: (): ReadonlyMap<string, Remembered> =>
      new Map(keys.dump().map(([key, { value }]) => [key, value])),
    load: (dump: ReadonlyMap<string, Remembered>): void => {
      keys.clear()
      for (const [key, one] of dump) keys.set(key, one)
    },
  }
}

export type RememberedKeys = ReturnType<typeof createRememberedKeys>
