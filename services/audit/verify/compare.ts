import type { DatabasePool } from 'slonik'
import type { Position, StoredEvent, StoredLog } from '#contracts/event-log.ts'
import type { Checkpoint } from '../notes/note.ts'
import { leafOf } from '../tree/entry.ts'
import { incrementalTree } from '../tree/merkle.ts'
import { storedTiles, type StoredTiles } from '../tree/stored-tiles.ts'
import { hashAbove, tileWidth } from '../tree/tiles.ts'

const page = 1_000

type Place = { readonly stream: string; readonly revision: string }
/** What read tables still know of a position; null if nothing. */
export type FindPlace = (position: Position) => Promise<Place | null>

export type Difference = {
  readonly index: number
  readonly position: Position
  readonly found: StoredEvent | null
  /** The event that stood there, if read tables know it. */
  readonly was?: Place | null
}

export type Named = Checkpoint & {
  readonly name: string
  /** False for the newest and for a given one, which are always reported. */
  readonly isOlder: boolean
}

/** Roots of the log and of the stored tree at the size of the checkpoint; null if shorter. */
export type ComparedCheckpoint = Named & {
  readonly logRoot: string | null
  readonly storedRoot: string | null
}

export type Comparison = {
  readonly events: number
  readonly first: Difference | null
  /** Missing, or not the hash of the tile below. */
  readonly damagedTile: string | null
  readonly checkpoints: readonly ComparedCheckpoint[]
}

const createTreeWithRoots = (sizes: ReadonlySet<number>) => {
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

async function* storedLeaves(tiles: StoredTiles, size: number): AsyncGenerator<Leaf> {
  for (let number = 0; number * tileWidth < size; number++) {
    const hashes = await tiles.hashesOf(0, number)
    const positions = (await tiles.leaves(number))?.positions ?? []
    const isFirst = positions[0] === (await tiles.firstOf(number))
    for (const [at, hash] of hashes.slice(0, size - number * tileWidth).entries())
      yield { hash, position: isFirst ? positions[at] : undefined }
    if (hashes.length < tileWidth) return
  }
}

const isAbove = async (tiles: StoredTiles, level: number, index: number): Promise<boolean> => {
  const hash = (await tiles.hashesOf(level, Math.floor(index / tileWidth)))[index % tileWidth]
  const below = await tiles.hashesOf(level - 1, index)
  return (
    below.length === tileWidth && hash !== undefined && Buffer.compare(hash, hashAbove(below)) === 0
  )
}

/** Checks each hash of an upper tile against the full tile below it. */
const findDamagedTile = async (
  tiles: StoredTiles,
  size: number,
  leaves: number,
): Promise<string | null> => {
  if (leaves < size) return `0/${Math.floor(leaves / tileWidth)}`
  for (let level = 1, count = size; (count = Math.floor(count / tileWidth)) > 0; level++)
    for (let index = 0; index < count; index++)
      if (!(await isAbove(tiles, level, index))) return `${level}/${Math.floor(index / tileWidth)}`
  return null
}

/** Rebuilds the tree from the whole log and compares it with the stored tree and the checkpoints. */
export const compare = async (
  log: StoredLog,
  pool: DatabasePool,
  checkpoints: readonly Named[],
  findPlace: FindPlace = async () => null,
): Promise<Comparison> => {
  const tiles = storedTiles(pool)
  const size = await tiles.size()
  const sizes = new Set(checkpoints.map((one) => one.size))
  const [ofLog, ofStored] = [createTreeWithRoots(sizes), createTreeWithRoots(sizes)]
  const events = eventsOf(log)
  let first: Difference | null = null
  let damaged: string | null = null
  for await (const { hash, position } of storedLeaves(tiles, size)) {
    const { value: found } = await events.next()
    const leaf = found && leafOf(found)
    const index = ofStored.size()
    if (!leaf?.equals(hash)) first ??= { index, position: position ?? found?.position ?? 0n, found }
    else if (found?.position !== position) damaged ??= `0/${Math.floor(index / tileWidth)}`
    ofStored.add(hash)
    if (leaf) ofLog.add(leaf)
  }
  for await (const event of events) ofLog.add(leafOf(event))
  return {
    events: ofLog.size(),
    first: first && { ...first, was: await findPlace(first.position) },
    damagedTile: damaged ?? (await findDamagedTile(tiles, size, ofStored.size())),
    checkpoints: checkpoints.map((one) => ({
      ...one,
      logRoot: ofLog.rootAt(one.size),
      storedRoot: ofStored.rootAt(one.size),
    })),
  }
}
