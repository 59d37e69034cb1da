import { StoreUnavailable, type EventLog } from '#contracts/event-log.ts'
import { retry } from '#kernel/retry.ts'
import { Positions } from '#kernel/positions.ts'
import { foreignLog, marksOf } from './log-checkpoint.ts'
import { Model } from './model.ts'
import { readSnapshot } from './snapshot.ts'

/** The event store may start later than this service. The projector reports why it is unavailable. */
const onceAnswered = async <T>(ask: () => Promise<T>): Promise<T> => {
  const when = (error: unknown) => error instanceof StoreUnavailable
  const { signal } = new AbortController()
  return (await retry(ask, { when, every: 1_000, signal }))!
}

export type OpenedModel = Awaited<ReturnType<typeof openModel>>

/** Loads the snapshot at `path`, if there is one and the log is the same. */
export const openModel = async (log: EventLog, path: string | undefined) => {
  const positions = new Positions()
  const ask = async () => (path === undefined ? null : foreignLog(log, marksOf(path)))
  const reason = await onceAnswered(ask)
  const kept =
    path === undefined || reason !== null
      ? undefined
      : await onceAnswered(() => readSnapshot(path, log))
  if (kept) positions.advance(kept.after)
  return {
    path,
    positions,
    model: kept?.model ?? new Model(),
    after: kept?.after ?? null,
    /** Why the log is not the one that was followed before. */
    foreign: reason,
    ask,
  }
}
