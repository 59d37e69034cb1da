import pLimit, { type LimitFunction } from 'p-limit'
import type { DatabasePool } from 'slonik'
import type { StoredLog } from '#contracts/event-log.ts'
import { pause } from '#kernel/timeout.ts'
import { createCheckpoints, type Signed } from './notes/checkpoints.ts'
import { storedTiles } from './tree/stored-tiles.ts'
import { openSigners } from './notes/keys.ts'
import { openAuditDatabase } from './tables.ts'
import type { Destinations } from './destinations/destinations.ts'
import { openTree, TreeMisfit } from './tree/tree.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
/** Limits the time of a stop; the next start handles the rest. */
const maxPagesAtStop = 2
/** Limits a destination that does not answer: the supervisor ends a service after 15 s. */
const publishTimeoutAtStop = 5 * second

type Options = {
  readonly url: string
  readonly log: StoredLog
  readonly destinations?: Destinations
  readonly report: (error: unknown, facts: object, message: string) => void
  readonly now?: () => number
}

const open = async (pool: DatabasePool, log: StoredLog) => {
  const tiles = storedTiles(pool)
  const signers = await openSigners(pool)
  const checkpoints = await createCheckpoints(pool, tiles.nodes, signers)
  const tree = await openTree(tiles, log)
  await checkpoints.check(tree.size())
  return { tiles, tree, checkpoints }
}

export type Opened = Awaited<ReturnType<typeof open>>

export class AuditUnavailable extends Error {
  override readonly name = 'AuditUnavailable'
}

const createTreeUpdater = (pool: DatabasePool, { log, report, now = Date.now }: Options) => {
  let opened: Opened | null = null
  let problem: string | null = 'Revisjonstreet klargjøres.'

  const isDue = ({ checkpoints, tree }: Opened): boolean => {
    if (tree.size() === 0 || !checkpoints.isOlderThan(tree.size())) return false
    const newest = checkpoints.newest()
    return newest === null || now() - Date.parse(newest.madeAt) >= hour
  }

  return {
    problem: () => problem,
    step: async (): Promise<number> => {
      opened ??= await open(pool, log)
      const taken = await opened.tree.step()
      if (isDue(opened)) await opened.checkpoints.ofSize(opened.tree.size())
      problem = null
      return taken
    },
    failed: (error: unknown): void => {
      // Reopened at the next step, because a failed write may have been committed.
      opened = null
      const before = problem
      problem = error instanceof Error ? error.message : String(error)
      if (problem === before) return
      const isMisfit = error instanceof TreeMisfit
      report(error, {}, isMisfit ? 'the log is not as it was' : 'the audit tree is interrupted')
    },
    ready: (): Opened => {
      if (opened && problem === null) return opened
      throw new AuditUnavailable(problem ?? 'Revisjonstreet klargjøres.')
    },
  }
}

/** Publishes the newest checkpoint. After a failure the next attempt is a minute later at the earliest. */
const createPublisher = ({ destinations, report, now = Date.now }: Options) => {
  let next = 0
  return async (
    { checkpoints, tiles }: Opened,
    stop: AbortSignal,
    isLast = false,
  ): Promise<void> => {
    const newest = checkpoints.newest()
    if (!newest || newest.published || !destinations?.isAny || (now() < next && !isLast)) return
    next = now() + minute
    try {
      await checkpoints.markPublished(newest, await destinations.put(newest, tiles.nodes, stop))
    } catch (error) {
      // The stop itself publishes once more.
      if (stop.aborted && !isLast) return
      report(error, { size: newest.size }, 'a checkpoint could not be put where it belongs')
    }
  }
}

type TreeUpdater = ReturnType<typeof createTreeUpdater>
type Publish = ReturnType<typeof createPublisher>

/** Polls each second; after failures with exponential backoff. */
const follow = async (
  updater: TreeUpdater,
  publish: Publish,
  serialize: LimitFunction,
  stop: AbortSignal,
) => {
  for (let failures = 0; !stop.aborted;)
    try {
      const taken = await serialize(updater.step)
      failures = 0
      await publish(updater.ready(), stop)
      if (taken === 0) await pause(second, stop)
    } catch (error) {
      updater.failed(error)
      await pause(Math.min(second * 2 ** failures++, minute), stop)
    }
}

const finish = async ({ step, ready }: TreeUpdater, publish: Publish): Promise<void> => {
  for (let pages = 0; pages < maxPagesAtStop && (await step()) > 0; pages++);
  const last = ready()
  if (last.tree.size() > 0) await last.checkpoints.ofSize(last.tree.size())
  await publish(last, AbortSignal.timeout(publishTimeoutAtStop), true)
}

/** Extends the Merkle tree with the log and signs checkpoints. Stops signing if the log no longer matches it. */
export const startAudit = async (options: Options) => {
  const { url, log, report } = options
  const pool = await openAuditDatabase(url)
  const updater = createTreeUpdater(pool, options)
  const publish = createPublisher(options)
  const serialize = pLimit(1)
  const stopping = new AbortController()
  const following = follow(updater, publish, serialize, stopping.signal)

  const withCurrent = <T>(use: (current: Opened) => T | Promise<T>): Promise<T> =>
    serialize(async () => {
      await updater.step().catch(updater.failed)
      return use(updater.ready())
    })

  return {
    problem: updater.problem,
    report,
    readStored: (...read: Parameters<StoredLog['readStored']>) => log.readStored(...read),
    current: (): Promise<Opened> => withCurrent((current) => current),
    /** Stored, because the recipient keeps it. */
    checkpoint: (): Promise<Signed> =>
      withCurrent(({ checkpoints, tree }) => checkpoints.ofSize(tree.size())),
    stop: async () => {
      stopping.abort()
      await following
      await serialize(() => finish(updater, publish)).catch((error: unknown) =>
        report(error, {}, 'no checkpoint at the stop'),
      )
      await pool.end()
    },
  }
}

export type Audit = Awaited<ReturnType<typeof startAudit>>
