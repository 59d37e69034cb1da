import type { EventLog, Position } from '#contracts/event-log.ts'
import { sql } from 'slonik'
import { applyBatch, loadMemory, type Tables } from './apply.ts'
import { analyse } from './schema.ts'
import { readCheckpoint, type Checkpoint } from './checkpoint.ts'

export type Filling = {
  readonly log: Pick<EventLog, 'readAll' | 'last'>
  readonly signal?: AbortSignal
  /** Stop after this event; without it, at the end of the log. */
  readonly upTo?: Position | null
  readonly progress?: (done: Position, last: Position) => void
}

/** Larger than when following: nobody waits for the single event, and folding gains by it. */
const batchSize = 2_000

async function* batches({ log, signal, upTo }: Filling, after: Position | null) {
  for (let from = after; ;) {
    const events = await log.readAll(from, batchSize)
    signal?.throwIfAborted()
    const last = events.at(-1)
    if (!last) return
    from = last.position
    const beyond = upTo != null && last.position >= upTo
    yield beyond ? events.filter(({ position }) => position <= upTo) : events
    if (beyond) return
  }
}

const applyAll = async (tables: Tables, from: Checkpoint, filling: Filling, isNew: boolean) => {
  const last = filling.upTo ?? (await filling.log.last())
  let checkpoint = from
  for await (const events of batches(filling, from.position)) {
    checkpoint = await applyBatch(tables, checkpoint, events, isNew)
    if (last !== null && checkpoint.position !== null) filling.progress?.(checkpoint.position, last)
  }
  return checkpoint
}

/** Brings tables that nobody reads to the end of the log. One that was interrupted goes on. */
export const fill = async (tables: Tables, filling: Filling): Promise<Checkpoint> => {
  if (filling.upTo === null) return (await readCheckpoint(tables.pool))!
  await loadMemory(tables)
  let checkpoint = (await readCheckpoint(tables.pool))!
  if (!checkpoint.filled) {
    checkpoint = await applyAll(tables, checkpoint, filling, true)
    await tables.pool.transaction(async (tx) => {
      for (const { filled } of tables.projections) await filled?.(tx)
      await tx.query(sql.unsafe`update checkpoint set filled = true`)
      await analyse(tx, checkpoint.tables)
    })
  }
  return applyAll(tables, { ...checkpoint, filled: true }, filling, false)
}
