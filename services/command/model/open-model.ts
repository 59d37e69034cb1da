import { StoreUnavailable, type EventLog } from '#contracts/event-log.ts'
import { retry } from '#kernel/retry.ts'
import { createPositions } from '../kernel/append.ts'
import { foreignLog, marksOf } from './log-checkpoint.ts'
import { Model } from './model.ts'
import { readSnapshot } from './snapshot.ts'

/** The event store may come later than this service: why it is away the projector says. */
const onceAnswered = async <T>(ask: () => Promise<T>): Promise<T> => {
  const when = (error: unknown) => error instanceof StoreUnavailable
  const { signal } = new AbortController()
  return (await retry(ask, { when, every: 1_000, signal }))!
}

export type OpenedModel = Awaited<ReturnType<typeof openModel>>

/** The model as it was kept at `path`, if it was and the log is still the same one. */
export const openModel = async (log: EventLog, path: string | undefined) => {
  const positions = createPositions()
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
