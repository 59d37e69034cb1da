import type { RecordedEvent } from '#contracts/event-log.ts'

/** Where the events of a command with a key of the client's own are, and what was asked with it. */
export type Remembered = {
  readonly stream: string
  readonly revision: bigint
  readonly request: string
  readonly at: number
}

export const rememberedFor = 24 * 60 * 60 * 1000
const most = 100_000

/** The keys that clients sent, with what came of them, read from the log: so a restart forgets none. */
export const rememberedKeys = () => {
  let keys = new Map<string, Remembered>()
  return {
    note: ({ stream, revision, metadata }: RecordedEvent): void => {
      const { request, commandId } = metadata
      if (typeof request !== 'string') return
      keys.delete(commandId)
      keys.set(commandId, { stream, revision, request, at: Date.parse(metadata.at) })
      if (keys.size > most) keys.delete(keys.keys().next().value!)
    },
    get: (commandId: string, now: number): Remembered | undefined => {
      const found = keys.get(commandId)
      return found && now - found.at <= rememberedFor ? found : undefined
    },
    dump: (): ReadonlyMap<string, Remembered> => keys,
    load: (dump: ReadonlyMap<string, Remembered>): void => void (keys = new Map(dump)),
  }
}
