import pLimit from 'p-limit'
import type { DatabasePool } from 'slonik'
import type { Position, StoredLog } from '#contracts/event-log.ts'
import { pause } from '#kernel/timeout.ts'
import { createCheckpoints, type Made } from './notes/checkpoints.ts'
import { keptTiles } from './tree/kept-tiles.ts'
import { openSigners } from './notes/keys.ts'
import { openAuditDatabase } from './tables.ts'
import { openTree, TreeMisfit } from './tree/tree.ts'

const second = 1_000
const hour = 3_600 * second
const longestPause = 60 * second
/** Pages that a stop takes in: more are left for the next start. */
const mostAtStop = 10

type Options = {
  readonly url: string
  readonly log: StoredLog
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

type Opened = Awaited<ReturnType<typeof open>>

/** Why there is no proof to be had. */
export class AuditUnavailable extends Error {
  override readonly name = 'AuditUnavailable'
}

/**
 * Follows the log with the Merkle tree and signs checkpoints of it. What it keeps is made of the log alone, and
 * never made over: a log that the tree does not fit is told of, and nothing is signed any more.
 */
export const startAudit = async (options: Options) => {
  const { url, report, now = Date.now } = options
  const pool = await openAuditDatabase(url)
  const stopping = new AbortController()
  const inTurn = pLimit(1)
  let opened: Opened | null = null
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

  const follow = async (): Promise<void> => {
    for (let failures = 0; !stopping.signal.aborted;)
      try {
        const taken = await inTurn(step)
        failures = 0
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

  const signNow = ({ checkpoints, tree }: Opened): Promise<Made> | Made =>
    checkpoints.isOlderThan(tree.size()) ? checkpoints.make(tree.size()) : checkpoints.newest()!

  const finish = () =>
    inTurn(async () => {
      for (let pages = 0; pages < mostAtStop && (await step()) > 0; pages++);
      if (opened && opened.tree.size() > 0) await signNow(opened)
    })

  return {
    pool,
    problem: () => problem,
    current,
    /** Of the tree as it is now. */
    checkpoint: async (): Promise<Made> => {
      const { checkpoints, tree } = await current()
      return inTurn(() => signNow({ ...ready(), checkpoints, tree }))
    },
    indexOf: async (position: Position) => (await current()).tree.indexOf(position),
    stop: async () => {
      stopping.abort()
      await following
      await finish().catch((error: unknown) => report(error, {}, 'no checkpoint at the stop'))
      await pool.end()
    },
  }
}

export type Audit = Awaited<ReturnType<typeof startAudit>>
