import type { DatabasePool } from 'slonik'
import type { Position, StoredEvent, StoredLog } from '#contracts/event-log.ts'
import type { Checkpoint } from '../notes/note.ts'
import { leafOf } from '../tree/entry.ts'
import { incrementalTree } from '../tree/incremental-tree.ts'
import { keptTiles } from '../tree/kept-tiles.ts'
import { tileWidth } from '../tree/tiles.ts'
import { findDamagedTile, keptLeaves } from './kept-leaves.ts'

const page = 1_000

/** An event that is not the one the kept tree was made of. */
export type Difference = {
  readonly index: number
  /** Where the tree had it. */
  readonly position: Position
  /** What the log has in its place. */
  readonly found: StoredEvent | null
}

/** A checkpoint by what staff call it. */
export type Named = Checkpoint & {
  readonly name: string
  /** Than the newest, which is told of in any case. */
  readonly isOlder: boolean
}

/** A checkpoint, and the roots of as many leaves of the log and of the kept tree; null where that is shorter. */
export type Held = Named & {
  readonly logRoot: string | null
  readonly keptRoot: string | null
}

export type Comparison = {
  readonly events: number
  readonly first: Difference | null
  /** A tile that is missing, or is not what follows from those below it. */
  readonly damagedTile: string | null
  readonly checkpoints: readonly Held[]
}

/** Grows, and remembers the roots it had at some sizes. */
const watchedTree = (sizes: ReadonlySet<number>) => {
  const tree = incrementalTree()
  const roots = new Map<number, string>()
  const remember = () => {
    if (sizes.has(tree.size())) roots.set(tree.size(), Buffer.from(tree.root()).toString('base64'))
  }
  remember()
  return {
    size: tree.size,
    rootAt: (size: number): string | null => roots.get(size) ?? null,
    add: (leaf: Uint8Array): void => {
      tree.add(leaf)
      remember()
    },
  }
}

async function* eventsOf(log: StoredLog): AsyncGenerator<StoredEvent, null> {
  for (let after: Position | null = null; ;) {
    const events = await log.readStored(after, page)
    yield* events
    if (events.length < page) return null
    after = events.at(-1)!.position
  }
}

/** Makes the tree anew of the whole log, and holds it against the kept tree and against checkpoints. */
export const compare = async (
  log: StoredLog,
  pool: DatabasePool,
  checkpoints: readonly Named[],
): Promise<Comparison> => {
  const tiles = keptTiles(pool)
  const size = await tiles.size()
  const sizes = new Set(checkpoints.map((one) => one.size))
  const [ofLog, ofKept] = [watchedTree(sizes), watchedTree(sizes)]
  const events = eventsOf(log)
  let first: Difference | null = null
  let damaged: string | null = null
  for await (const { hash, position } of keptLeaves(tiles, size)) {
    const { value: found } = await events.next()
    const leaf = found && leafOf(found)
    const index = ofKept.size()
    if (!leaf?.equals(hash)) first ??= { index, position: position ?? found?.position ?? 0n, found }
    else if (found?.position !== position) damaged ??= `0/${Math.floor(index / tileWidth)}`
    ofKept.add(hash)
    if (leaf) ofLog.add(leaf)
  }
  for await (const event of events) ofLog.add(leafOf(event))
  return {
    events: ofLog.size(),
    first,
    damagedTile: damaged ?? (await findDamagedTile(tiles, size, ofKept.size())),
    checkpoints: checkpoints.map((one) => ({
      ...one,
      logRoot: ofLog.rootAt(one.size),
      keptRoot: ofKept.rootAt(one.size),
    })),
  }
}
