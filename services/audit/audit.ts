import pLimit, { type LimitFunction } from 'p-limit'
import type { DatabasePool } from 'slonik'
import type { StoredLog } from '#contracts/event-log.ts'
import { pause } from '#kernel/timeout.ts'
import { createCheckpoints, type Signed } from './notes/checkpoints.ts'
import { keptTiles } from './tree/kept-tiles.ts'
import { openSigners } from './notes/keys.ts'
import { openAuditDatabase } from './tables.ts'
import type { Places } from './places/places.ts'
import { openTree, TreeMisfit } from './tree/tree.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
/** Pages that a stop takes in: more are left for the next start. */
const mostAtStop = 2

type Options = {
  readonly url: string
  readonly log: StoredLog
  readonly places?: Places
  readonly report: (error: unknown, facts: object, message: string) => void
  readonly now?: () => number
}

const open = async (pool: DatabasePool, log: StoredLog) => {
  const tiles = keptTiles(pool)
  const signers = await openSigners(pool)
  const checkpoints = await createCheckpoints(pool, tiles.nodes, signers)
  const tree = await openTree(tiles, log)
  await checkpoints.check(tree.size())
  return { tiles, tree, checkpoints }
}

export type Opened = Awaited<ReturnType<typeof open>>

/** Why there is no proof to be had. */
export class AuditUnavailable extends Error {
  override readonly name = 'AuditUnavailable'
}

/** The tree as it grows with the log. One call at a time. */
const createGrowing = (pool: DatabasePool, { log, report, now = Date.now }: Options) => {
  let opened: Opened | null = null
  let problem: string | null = 'Revisjonstreet klargjøres.'

  const isDue = ({ checkpoints, tree }: Opened): boolean => {
    if (tree.size() === 0 || !checkpoints.isOlderThan(tree.size())) return false
    const newest = checkpoints.newest()
    return newest === null || now() - Date.parse(newest.madeAt) >= hour
  }

  return {
    problem: () => problem,
    /** Takes in a page of the log, and says how much that was. */
    step: async (): Promise<number> => {
      opened ??= await open(pool, log)
      const taken = await opened.tree.step()
      if (isDue(opened)) await opened.checkpoints.reach(opened.tree.size())
      problem = null
      return taken
    },
    failed: (error: unknown): void => {
      // It is read anew: a write that failed may have been done.
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

/** Puts the newest checkpoint where it belongs. What fails is tried again with the first that comes a minute later. */
const createPlacing = ({ places, report, now = Date.now }: Options) => {
  let next = 0
  return async ({ checkpoints, tiles }: Opened, isLast = false): Promise<void> => {
    const newest = checkpoints.newest()
    if (!newest || newest.placed || !places?.isAny || (now() < next && !isLast)) return
    next = now() + minute
    try {
      await checkpoints.placed(newest, await places.put(newest, tiles.nodes))
    } catch (error) {
      report(error, { size: newest.size }, 'a checkpoint could not be put where it belongs')
    }
  }
}

type Growing = ReturnType<typeof createGrowing>
type Place = ReturnType<typeof createPlacing>

/** Looks for more each second, after a failure ever more rarely. */
const follow = async (growing: Growing, place: Place, inTurn: LimitFunction, stop: AbortSignal) => {
  for (let failures = 0; !stop.aborted;)
    try {
      const taken = await inTurn(growing.step)
      failures = 0
      await place(growing.ready())
      if (taken === 0) await pause(second, stop)
    } catch (error) {
      growing.failed(error)
      await pause(Math.min(second * 2 ** failures++, minute), stop)
    }
}

const finish = async ({ step, ready }: Growing, place: Place): Promise<void> => {
  for (let pages = 0; pages < mostAtStop && (await step()) > 0; pages++);
  const last = ready()
  if (last.tree.size() > 0) await last.checkpoints.reach(last.tree.size())
  await place(last, true)
}

/**
 * Follows the log with the Merkle tree and signs checkpoints of it. What it keeps is made of the log alone, and
 * never made over: a log that the tree does not fit is told of, and nothing is signed any more.
 */
export const startAudit = async (options: Options) => {
  const { url, log, report } = options
  const pool = await openAuditDatabase(url)
  const growing = createGrowing(pool, options)
  const place = createPlacing(options)
  const inTurn = pLimit(1)
  const stopping = new AbortController()
  const following = follow(growing, place, inTurn, stopping.signal)

  /** With the tree as it is with what was written just now. */
  const withCurrent = <T>(use: (current: Opened) => T | Promise<T>): Promise<T> =>
    inTurn(async () => {
      await growing.step().catch(growing.failed)
      return use(growing.ready())
    })

  return {
    problem: growing.problem,
    report,
    readStored: (...read: Parameters<StoredLog['readStored']>) => log.readStored(...read),
    current: (): Promise<Opened> => withCurrent((current) => current),
    /** Of the tree as it is now. It is kept, since it leaves the house. */
    checkpoint: (): Promise<Signed> =>
      withCurrent(({ checkpoints, tree }) => checkpoints.reach(tree.size())),
    stop: async () => {
      stopping.abort()
      await following
      await inTurn(() => finish(growing, place)).catch((error: unknown) =>
        report(error, {}, 'no checkpoint at the stop'),
      )
      await pool.end()
    },
  }
}

export type Audit = Awaited<ReturnType<typeof startAudit>>
