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

export const openModel = async (log: EventLog, path: string | undefined) => {
  const positions = createPositions()
  if (path === undefined) return { path, model: new Model(), positions, after: null, foreign: null }
  const ask = () => foreignLog(log, marksOf(path))
  const reason = await onceAnswered(ask)
  if (reason !== null)
    return { path, model: new Model(), positions, after: null, foreign: { reason, ask } }
  const kept = await onceAnswered(() => readSnapshot(path, log))
  if (kept) positions.advance(kept.after)
  return {
    path,
    model: kept?.model ?? new Model(),
    positions,
    after: kept?.after ?? null,
    foreign: null,
  }
}

type Logger = Record<'warn' | 'fatal', (about: object, text: string) => void>

type FollowOptions = {
  readonly structureSettled: () => Promise<void> | undefined
  readonly disk: Disk
  readonly logger: Logger
  readonly restart: () => void
  readonly lookAgain: number | undefined
}

export const followLog = (
  log: EventLog,
  { path, model, positions, after, foreign }: OpenedModel,
  { structureSettled, disk, logger, restart, lookAgain }: FollowOptions,
): Follower => {
  if (foreign) logger.fatal({ reason: foreign.reason }, 'the event log is not followed')
  const snapshots =
    path === undefined
      ? undefined
      : createSnapshots({
          path,
          model,
          settled: structureSettled,
          mayWrite: () => disk.problem() === null && follower.fault() === null,
          onFault: (err) => logger.warn({ err }, 'no snapshot could be written'),
        })
  const mark =
    path === undefined
      ? undefined
      : keepMark(marksOf(path).mark, (err) =>
          logger.warn({ err }, 'it could not be kept how far the log was followed'),
        )
  const follower: Follower = new Follower({
    log,
    model,
    positions,
    after,
    foreign,
    structureSettled,
    restart,
    ...(lookAgain !== undefined && { lookAgain }),
    seen: (events) => {
      snapshots?.seen(events)
      mark?.seen(events)
    },
    onFault: (err) => {
      logger.fatal({ err }, 'the model does not follow the log any more')
      if (err instanceof LogCut) restart()
    },
    onStopped: async () => {
      await snapshots?.stop()
      await mark?.stop()
    },
  })
  return follower
}
