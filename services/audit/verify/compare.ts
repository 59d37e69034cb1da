import type { DatabasePool } from 'slonik'
import type { Position, StoredEvent, StoredLog } from '#contracts/event-log.ts'
import type { Checkpoint } from '../notes/note.ts'
import { leafOf } from '../tree/entry.ts'
import { incrementalTree } from '../tree/incremental-tree.ts'
import { keptTiles, type KeptTiles } from '../tree/kept-tiles.ts'
import { hashAbove, tileWidth } from '../tree/tiles.ts'

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

type Leaf = { readonly hash: Uint8Array; readonly position: Position | undefined }

/** The leaves of the kept tree, as far as there are tiles of them. */
async function* keptLeaves(tiles: KeptTiles, size: number): AsyncGenerator<Leaf> {
  for (let number = 0; number * tileWidth < size; number++) {
    const hashes = await tiles.hashesOf(0, number)
    const positions = (await tiles.leaves(number))?.positions
    for (const [at, hash] of hashes.slice(0, size - number * tileWidth).entries())
      yield { hash, position: positions?.[at] }
    if (hashes.length < tileWidth) return
  }
}

const isAbove = async (tiles: KeptTiles, level: number, index: number): Promise<boolean> => {
  const hash = (await tiles.hashesOf(level, Math.floor(index / tileWidth)))[index % tileWidth]
  const below = await tiles.hashesOf(level - 1, index)
  return (
    below.length === tileWidth && hash !== undefined && Buffer.compare(hash, hashAbove(below)) === 0
  )
}

/** Each hash of an upper tile is that of a full tile below it. */
const findDamagedTile = async (
  tiles: KeptTiles,
  size: number,
  leaves: number,
): Promise<string | null> => {
  if (leaves < size) return `0/${Math.floor(leaves / tileWidth)}`
  for (let level = 1, count = size; (count = Math.floor(count / tileWidth)) > 0; level++)
    for (let index = 0; index < count; index++)
      if (!(await isAbove(tiles, level, index))) return `${level}/${Math.floor(index / tileWidth)}`
  return null
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
