import { randomUUID } from 'node:crypto'
import type { DatabasePool } from 'slonik'
import type { Json, RecordedEvent } from '#contracts/event-log.ts'
import type { Message } from '#contracts/messages.ts'
import type { Test } from '#kernel/testing/database.ts'
import { applyBatch, loadMemory } from '../kernel/apply.ts'
import { readCheckpoint, type Checkpoint } from '../kernel/checkpoint.ts'
import { openPool } from '../kernel/pool.ts'
import type { Projection } from '../kernel/projection.ts'
import { databaseWithTables } from './read-tables.ts'

export type Given = Message & {
  readonly stream: string
  readonly at?: string
  readonly user?: string
  /** Further metadata. */
  readonly note?: Readonly<Record<string, Json>>
}

/** When the recorder's event with this number, counted from one, was written. */
export const timeOf = (count: number): string =>
  new Date(Date.UTC(2026, 0, 1, 0, count)).toISOString()

/** Records events one minute apart, with revisions per stream. */
export const recorder = () => {
  const revisions = new Map<string, bigint>()
  let count = 0n
  return ({ stream, type, data, at, user = 'kari', note }: Given): RecordedEvent => {
    const revision = (revisions.get(stream) ?? -1n) + 1n
    revisions.set(stream, revision)
    count++
    const time = timeOf(Number(count))
    return {
      id: randomUUID(),
      stream,
      revision,
      type,
      data,
      metadata: { ...note, commandId: randomUUID(), user, at: at ?? time, v: 1 },
      position: count * 100n,
      writtenAt: time,
    }
  }
}

export type ReadModel = {
  readonly url: string
  readonly pool: DatabasePool
  /** Applies the events as one batch. */
  readonly given: (...events: readonly Given[]) => Promise<readonly RecordedEvent[]>
  readonly checkpoint: () => Checkpoint
}

/** Empty read tables in a new database. */
export const readModel = async (
  t: Test,
  projections: readonly Projection[],
): Promise<ReadModel> => {
  const url = await databaseWithTables(t, projections)
  const pool = await openPool(url, { size: 3, timeouts: false })
  t.teardown(() => pool.end())
  let checkpoint = (await readCheckpoint(pool))!
  await loadMemory({ pool, projections })
  const record = recorder()
  return {
    url,
    pool,
    checkpoint: () => checkpoint,
    given: async (...given) => {
      const events = given.map(record)
      checkpoint = await applyBatch({ pool, projections }, checkpoint, events)
      return events
    },
  }
}
