import type { DatabasePool } from 'slonik'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { parseEvent, howToSkip, placeOf, UnknownEvent } from '#contracts/parse-event.ts'
import { isDamage } from '#kernel/database-errors.ts'
import { isTransient, TryAgain } from '#kernel/transient-errors.ts'
import { moveCheckpoint, type Checkpoint } from './checkpoint.ts'
import { touched, type Projection } from './projection.ts'

/** An event that cannot be applied. The projector stops before it and never skips it by itself. */
export class DeadLetter extends Error {
  override readonly name = 'DeadLetter'
  readonly event: RecordedEvent
  constructor(event: RecordedEvent, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    super(`Event ${event.id} (${event.type}, ${event.stream}@${event.revision}): ${why}`, { cause })
    this.event = event
  }

  get reason(): string {
    return this.cause instanceof UnknownEvent
      ? this.cause.message
      : `En hendelse kan ikke leses inn i lesetabellene, som står stille fra og med den: ${placeOf(this.event)}. ${howToSkip(this.event)}`
  }
}

export type Tables = {
  readonly pool: DatabasePool
  readonly projections: readonly Projection[]
  readonly applied?: (checkpoint: Checkpoint) => void
}

/** The handled events, upcast to today's shape. */
const ownAmong = (projections: readonly Projection[], events: readonly RecordedEvent[]) => {
  const isTaken = (type: string) => projections.some(({ handles }) => handles.includes(type))
  return events.flatMap((event) => parseEvent(event, isTaken) ?? [])
}

export const loadMemory = async ({ pool, projections }: Tables): Promise<void> => {
  await pool.transaction(async (tx) => {
    for (const { load } of projections) await load?.(tx)
  })
}

/** Rows and checkpoint change in one transaction, so that no batch is applied in part or twice. */
const applyOnce = async (
  { pool, projections, applied }: Tables,
  from: Checkpoint,
  events: readonly RecordedEvent[],
  day: string,
): Promise<Checkpoint> => {
  const position = events.at(-1)?.position ?? from.position
  const logStart = from.logStart ?? events[0]?.id ?? null
  const known = ownAmong(projections, events)
  const batch = {
    position: position ?? 0n,
    day,
    dayBefore: from.day,
    filling: !from.filled,
    touched: touched(),
  }
  await pool.transaction(async (tx) => {
    if (!(await moveCheckpoint(tx, from, { position, day, logStart })))
      throw new TryAgain('Another projector or a rebuild has moved the checkpoint')
    for (const { handles, apply } of projections) {
      const own = known.filter(({ type }) => handles.includes(type))
      await apply(tx, { ...batch, events: own })
    }
  })
  const checkpoint = { ...from, position, day, logStart }
  applied?.(checkpoint)
  return checkpoint
}

/** Also applies a new day without events. A failing batch is halved until the one failing event is found. */
export const applyBatch = async (
  tables: Tables,
  from: Checkpoint,
  events: readonly RecordedEvent[],
  day = from.day,
): Promise<Checkpoint> => {
  const { position } = from
  const fresh = position === null ? events : events.filter((event) => event.position > position)
  if (fresh.length === 0 && day === from.day) return from
  try {
    return await applyOnce(tables, from, fresh, day)
  } catch (error) {
    if (isTransient(error) || isDamage(error)) throw error
    await loadMemory(tables)
    if (fresh.length === 0) throw error
    if (fresh.length === 1)
      throw error instanceof DeadLetter ? error : new DeadLetter(fresh[0]!, error)
    const middle = fresh.length >> 1
    const half = await applyBatch(tables, from, fresh.slice(0, middle), day)
    return applyBatch(tables, half, fresh.slice(middle))
  }
}
