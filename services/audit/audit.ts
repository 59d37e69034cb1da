import pLimit from 'p-limit'
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
const longestPause = minute
/** Pages that a stop takes in: more are left for the next start. */
const mostAtStop = 2

type Options = {
  readonly url: string
  readonly log: StoredLog
  readonly places?: Places
  readonly report: (error: unknown, facts: object, message: string) => void
  readonly now?: () => number
}

const open = async (pool: DatabasePool, { log }: Options) => {
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

/**
 * Follows the log with the Merkle tree and signs checkpoints of it. What it keeps is made of the log alone, and
 * never made over: a log that the tree does not fit is told of, and nothing is signed any more.
 */
export const startAudit = async (options: Options) => {
  const { url, places, report, now = Date.now } = options
  const pool = await openAuditDatabase(url)
  const stopping = new AbortController()
  const inTurn = pLimit(1)
  let opened: Opened | null = null
  let nextPlacing = 0
  let problem: string | null = 'Revisjonstreet klargjøres.'

  const isDue = ({ checkpoints, tree }: Opened): boolean => {
    if (tree.size() === 0 || !checkpoints.isOlderThan(tree.size())) return false
    const newest = checkpoints.newest()
    return newest === null || now() - Date.parse(newest.madeAt) >= hour
  }

  /** Takes in a page of the log, and says how much that was. */
  const step = async (): Promise<number> => {
    opened ??= await open(pool, options)
    const taken = await opened.tree.step()
    if (isDue(opened)) await opened.checkpoints.make(opened.tree.size())
    problem = null
    return taken
  }

  const failed = (error: unknown): void => {
    const isMisfit = error instanceof TreeMisfit
    // It is read anew: a write that failed may have been done.
    opened = null
    const before = problem
    problem = error instanceof Error ? error.message : String(error)
    if (problem !== before)
      report(error, {}, isMisfit ? 'the log is not as it was' : 'the audit tree is interrupted')
  }

  /** What cannot be put there now is, in a minute or with the next. */
  const place = async (): Promise<void> => {
    const newest = opened?.checkpoints.newest()
    if (!opened || !newest || newest.placed || !places?.isAny || now() < nextPlacing) return
    nextPlacing = now() + minute
    try {
      const { checkpoints, tiles } = opened
      await checkpoints.placed(newest, await places.put(newest, tiles.nodes))
    } catch (error) {
      report(error, { size: newest.size }, 'a checkpoint could not be put where it belongs')
    }
  }

  const follow = async (): Promise<void> => {
    for (let failures = 0; !stopping.signal.aborted;)
      try {
        const taken = await inTurn(step)
        failures = 0
        await place()
        if (taken === 0) await pause(second, stopping.signal)
      } catch (error) {
        failed(error)
        await pause(Math.min(second * 2 ** failures++, longestPause), stopping.signal)
      }
  }

  const following = follow()

  const ready = (): Opened => {
    if (opened && problem === null) return opened
    throw new AuditUnavailable(problem ?? 'Revisjonstreet klargjøres.')
  }

  /** The tree with what was written just now. */
  const current = () =>
    inTurn(async () => {
      await step().catch(failed)
      return ready()
    })

  /** Of all that is there. The one that is kept, where it is of that, since a witness may have signed it. */
  const signNow = async ({ checkpoints, tree }: Opened): Promise<Signed> =>
    checkpoints.isOlderThan(tree.size()) ? checkpoints.signed(tree.size()) : checkpoints.newest()!

  const finish = () =>
    inTurn(async () => {
      for (let pages = 0; pages < mostAtStop && (await step()) > 0; pages++);
      const { checkpoints, tree } = ready()
      if (tree.size() > 0 && checkpoints.isOlderThan(tree.size()))
        await checkpoints.make(tree.size())
      nextPlacing = 0
      await place()
    })

  return {
    readStored: (...read: Parameters<StoredLog['readStored']>) => options.log.readStored(...read),
    problem: () => problem,
    current,
    /** Of the tree as it is now. */
    checkpoint: async (): Promise<Signed> => signNow(await current()),
    stop: async () => {
      stopping.abort()
      await following
      await finish().catch((error: unknown) => report(error, {}, 'no checkpoint at the stop'))
      await pool.end()
    },
  }
}

export type Audit = Awaited<ReturnType<typeof startAudit>>
