import { setTimeout as sleep } from 'node:timers/promises'
import { LogCut, StoreUnavailable, type EventLog } from '#contracts/event-log.ts'
import type { Disk } from '#kernel/disk.ts'
import { createPositions } from '../kernel/positions.ts'
import { Follower } from './follower.ts'
import { foreignLog, keepMark, marksOf } from './log-checkpoint.ts'
import { Model } from './model.ts'
import { createSnapshots, readSnapshot } from './snapshot.ts'

const askAgainAfter = 1_000

/** The event store may come later than this service: why it is away the projector says. */
const onceAnswered = async <T>(ask: () => Promise<T>): Promise<T> => {
  for (;;)
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      await sleep(askAgainAfter)
    }
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
    foreign: reason === null ? null : { reason, ask },
  }
}

type FollowOptions = {
  readonly disk: Disk
  readonly logger: Record<'warn' | 'fatal', (about: object, text: string) => void>
  readonly restart: () => void
  readonly lookAgain: number | undefined
}

/** Keeps the model at the end of the log, and writes down how far it has come. */
export const followLog = (
  log: EventLog,
  { path, model, positions, after, foreign }: OpenedModel,
  { disk, logger, restart, lookAgain }: FollowOptions,
): Follower => {
  if (foreign) logger.fatal({ reason: foreign.reason }, 'the event log is not followed')
  const keepers =
    path === undefined
      ? []
      : [
          createSnapshots({
            path,
            model,
            mayWrite: () => disk.problem() === null && follower.fault() === null,
            onFault: (err) => logger.warn({ err }, 'no snapshot could be written'),
          }),
          keepMark(marksOf(path).mark, (err) =>
            logger.warn({ err }, 'it could not be kept how far the log was followed'),
          ),
        ]
  const follower: Follower = new Follower({
    log,
    model,
    positions,
    after,
    foreign,
    restart,
    lookAgain,
    seen: (events) => {
      for (const keeper of keepers) keeper.seen(events)
    },
    onFault: (err) => {
      logger.fatal({ err }, 'the model does not follow the log any more')
      if (err instanceof LogCut) restart()
    },
    onStopped: async () => {
      for (const keeper of keepers) await keeper.stop()
    },
  })
  return follower
}
