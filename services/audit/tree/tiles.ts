import { nodeHash } from './merkle.ts'

/** https://c2sp.org/tlog-tiles */
export const tileHeight = 8
export const tileWidth = 2 ** tileHeight

export type Tile = {
  readonly level: number
  readonly number: number
  /** `tileWidth` hashes; fewer in the rightmost tile. */
  readonly hashes: readonly Uint8Array[]
}

/** Expects a power of two. */
export const hashAbove = (hashes: readonly Uint8Array[]): Uint8Array => {
  if (hashes.length === 1) return hashes[0]!
  const pairs = Array.from({ length: hashes.length / 2 }, (_, at) =>
    nodeHash(hashes[2 * at]!, hashes[2 * at + 1]!),
  )
  return hashAbove(pairs)
}

/** The rightmost tile of each level; empty if the tile before it is full. */
export type Edge = readonly Tile[]

export const edgeOf = (size: number): readonly Omit<Tile & { width: number }, 'hashes'>[] => {
  const levels = []
  for (let level = 0, count = size; count > 0; level++, count = Math.floor(count / tileWidth))
    levels.push({ level, number: Math.floor(count / tileWidth), width: count % tileWidth })
  return levels
}

export const grow = (
  edge: Edge,
  leaves: readonly Uint8Array[],
): { readonly edge: Edge; readonly changed: readonly Tile[] } => {
  const grown = edge.map((tile) => ({ ...tile, hashes: [...tile.hashes] }))
  const changed = new Map<string, Tile>()
  const add = (level: number, hash: Uint8Array): void => {
    const tile = (grown[level] ??= { level, number: 0, hashes: [] })
    const { number, hashes } = tile
    hashes.push(hash)
    changed.set(`${level}/${number}`, tile)
    if (hashes.length < tileWidth) return
    grown[level] = { level, number: number + 1, hashes: [] }
    add(level + 1, hashAbove(hashes))
  }
  for (const leaf of leaves) add(0, leaf)
  return { edge: grown, changed: [...changed.values()] }
}

type Coordinates = { readonly level: number; readonly number: number; readonly width: number }

/** `<L>/<N>[.p/<W>]`; null if invalid. */
export const tileAt = (path: string): Coordinates | null => {
  const found = /^(0|[1-9]\d?)\/((?:x\d{3}\/)*)(\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path)
  if (!found) return null
  const [, level, above, last, width] = found
  const number = `${above!.replaceAll(/[x/]/g, '')}${last}`
  const isShortest = above === '' || !number.startsWith('000')
  const coordinates = {
    level: Number(level),
    number: Number(number),
    width: Number(width ?? tileWidth),
  }
  const isPartial = width === undefined || coordinates.width < tileWidth
  return isShortest && isPartial && coordinates.level < 64 ? coordinates : null
}
