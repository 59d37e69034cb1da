import type { Position } from '#contracts/event-log.ts'
import type { KeptTiles } from '../tree/kept-tiles.ts'
import { hashAbove, tileWidth } from '../tree/tiles.ts'

type Leaf = { readonly hash: Uint8Array; readonly position: Position | undefined }

/** The leaves of the kept tree, as far as there are tiles of them. */
export async function* keptLeaves(tiles: KeptTiles, size: number): AsyncGenerator<Leaf> {
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
export const findDamagedTile = async (
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
