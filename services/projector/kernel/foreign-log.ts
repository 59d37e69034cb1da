import type { DatabasePool } from 'slonik'
import { differenceTo, whatToDo } from '../../kernel/known-log.ts'
import type { Filling } from './fill.ts'
import { whatIsKept } from './schema.ts'

/** The read tables were made from another log, or from more of it than there is. */
export class ForeignLog extends Error {
  override readonly name = 'ForeignLog'
}

/** What a refill from this log would throw away, in words; null if nothing that the log does not hold. */
export const lostByRefill = async (
  pool: DatabasePool,
  log: Filling['log'],
): Promise<string | null> => {
  const kept = await whatIsKept(pool)
  if (!kept) return null
  const { checkpoint, position, rows } = kept
  const difference = await differenceTo(log, { position, first: checkpoint.logStart })
  if (difference === null) return null
  const filled = (await rows()).filter(([table, count]) => table !== 'checkpoint' && count !== 0)
  return `${difference} Lesetabellene har ${filled.map(([table, count]) => `${count ?? '?'} ${table}`).join(', ')}.`
}

export const requireKnownLog = async (pool: DatabasePool, log: Filling['log']): Promise<void> => {
  const lost = await lostByRefill(pool, log)
  if (lost !== null) throw new ForeignLog(`${lost} ${whatToDo}`)
}
