import { LogDamaged, type EventLog, type RecordedEvent } from '#contracts/event-log.ts'
import { replaceDamaged } from '#infra/eventstore/replace-damaged.ts'
import type { Parts } from './tool.ts'

const page = 1_000

/** Searches from the start, since a read can only begin at a known position. */
const find = async (log: EventLog, what: string): Promise<RecordedEvent | undefined> => {
  for (let after: bigint | null = null; ;) {
    const events: readonly RecordedEvent[] = await log.readAll(after, page)
    const found = events.find(({ id, position }) => id === what || `${position}` === what)
    if (found || events.length < page) return found
    after = events.at(-1)!.position
  }
}

/** Replaces a damaged event first, because no reader could pass it. */
export const findEvenIfDamaged = async (
  { log, eventsDatabaseUrl }: Pick<Parts, 'log' | 'eventsDatabaseUrl'>,
  what: string,
): Promise<RecordedEvent | undefined> => {
  try {
    return await find(log, what)
  } catch (error) {
    if (!(error instanceof LogDamaged)) throw error
    if (`${error.position}` !== what || !eventsDatabaseUrl)
      throw new Error(error.problem, { cause: error })
    const place = await replaceDamaged(eventsDatabaseUrl, Number(what))
    if (!place) throw new Error(error.problem, { cause: error })
    console.log('Det som er igjen av hendelsen, ligger i tabellen damaged_events.')
    // Not by a search, which a later damaged event would stop.
    return (await log.read(place.stream, place.revision, 1))[0]
  }
}
