import { createHash } from 'node:crypto'
import type { EventLog, RecordedEvent } from '#contracts/event-log.ts'
import { recorder, type Given } from './read-model.ts'

const idOf = (index: number) => {
  const hex = createHash('sha256').update(`event ${index}`).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5')
}

/** Recorded events that are the same in every process that makes them. */
export const recordedAlike = (story: readonly Given[]): readonly RecordedEvent[] => {
  const record = recorder()
  return story.map((given, index) => ({ ...record(given), id: idOf(index) }))
}

/** A log that never changes. */
export const fixedLog = (
  events: readonly RecordedEvent[],
): Pick<EventLog, 'readAll' | 'last' | 'follow'> => {
  const after = (position: bigint | null) =>
    position === null ? 0 : events.findIndex((event) => event.position > position)
  const readAll: EventLog['readAll'] = async (position, limit) => {
    const from = after(position)
    return from < 0 ? [] : events.slice(from, from + limit)
  }
  return {
    readAll,
    last: async () => events.at(-1)?.position ?? null,
    follow: async (from, { handle, caughtUp, batchSize = 500, signal }) => {
      for (let position = from; !signal.aborted;) {
        const batch = await readAll(position, batchSize)
        if (batch.length === 0) break
        await handle(batch)
        position = batch.at(-1)!.position
      }
      caughtUp?.()
      if (!signal.aborted)
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    },
  }
}
