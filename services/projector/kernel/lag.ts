import type { EventLog } from '#contracts/event-log.ts'
import type { Projector } from './run.ts'

/** The delay of the read tables, in positions and in seconds. */
export const lagOf = async (
  log: Pick<EventLog, 'last' | 'readAll'>,
  { position }: Pick<Projector, 'position'>,
  now: () => number = Date.now,
): Promise<{ positions: number; seconds: number }> => {
  const last = await log.last()
  const at = position()
  const isThere = last === null || (at !== null && at >= last)
  const [next] = isThere ? [] : await log.readAll(at, 1)
  if (isThere || !next) return { positions: 0, seconds: 0 }
  return {
    positions: Number(last - (at ?? 0n)),
    seconds: Math.max(0, (now() - Date.parse(next.writtenAt)) / 1000),
  }
}
