import type { Position, StoredEvent, StoredLog } from '#contracts/event-log.ts'
import { leafOf } from './entry.ts'
import type { StoredTiles, Leaves } from './stored-tiles.ts'
import { edgeOf, grow, tileWidth, type Edge } from './tiles.ts'

/** The log differs from the one the tree was built from: a person must investigate. */
export class TreeMisfit extends Error {
  override readonly name = 'TreeMisfit'
}

const page = 5_000

type State = {
  readonly size: number
  readonly edge: Edge
  /** The last leaf is read again at each step, from the position before it, to detect changes. */
  readonly last: { readonly hash: Uint8Array; readonly after: Position | null } | null
}

const positionAt = async (tiles: StoredTiles, index: number): Promise<Position> => {
  const leaves = await tiles.leaves(Math.floor(index / tileWidth))
  const position = leaves?.positions[index % tileWidth]
  if (position === undefined) throw new TreeMisfit(`Treet mangler plassen til blad ${index}.`)
  return position
}

const indexIn = (leaves: Leaves | null, position: Position): number | null => {
  const at = leaves?.positions.indexOf(position) ?? -1
  return at < 0 ? null : leaves!.number * tileWidth + at
}

const lastIn = async (tiles: StoredTiles, size: number): Promise<State['last']> =>
  size === 0
    ? null
    : {
        hash: await tiles.nodes(0, size - 1),
        after: size === 1 ? null : await positionAt(tiles, size - 2),
      }

const read = async (tiles: StoredTiles): Promise<State> => {
  const size = await tiles.size()
  const edge = await Promise.all(
    edgeOf(size).map(async ({ level, number, width }) => ({
      level,
      number,
      hashes: width === 0 ? [] : (await tiles.hashesOf(level, number)).slice(0, width),
    })),
  )
  return { size, edge, last: await lastIn(tiles, size) }
}

const leavesByTile = async (
  tiles: StoredTiles,
  size: number,
  events: readonly StoredEvent[],
): Promise<Leaves[]> => {
  const first = Math.floor(size / tileWidth)
  const known = size % tileWidth === 0 ? [] : (await tiles.leaves(first))!.positions
  const all = [...known.slice(0, size % tileWidth), ...events.map(({ position }) => position)]
  return Array.from({ length: Math.ceil(all.length / tileWidth) }, (_, at) => ({
    number: first + at,
    positions: all.slice(at * tileWidth, (at + 1) * tileWidth),
  }))
}

const append = async (
  tiles: StoredTiles,
  { size, edge }: State,
  events: readonly StoredEvent[],
): Promise<State> => {
  const leaves = events.map(leafOf)
  const grown = grow(edge, leaves)
  const to = size + events.length
  const written = await tiles.write(
    size,
    to,
    grown.changed,
    await leavesByTile(tiles, size, events),
  )
  const after = events.at(-2)?.position ?? (size === 0 ? null : await positionAt(tiles, size - 1))
  return written
    ? { size: to, edge: grown.edge, last: { hash: leaves.at(-1)!, after } }
    : read(tiles)
}

const indexesOf = async (
  tiles: StoredTiles,
  positions: readonly Position[],
): Promise<readonly number[]> => {
  const indexes: number[] = []
  let leaves: Leaves | null = null
  for (const position of positions) {
    let index = indexIn(leaves, position)
    if (index === null) {
      leaves = await tiles.leavesAround(position)
      index = indexIn(leaves, position)
    }
    if (index === null) throw new TreeMisfit(`Revisjonstreet mangler plass ${position}.`)
    indexes.push(index)
  }
  return indexes
}

export const openTree = async (tiles: StoredTiles, log: StoredLog) => {
  let state = await read(tiles)

  return {
    size: () => state.size,
    /** Adds a page of the log; returns the number of events. @throws TreeMisfit if the last leaf changed */
    step: async (): Promise<number> => {
      const { last, size } = state
      const events = await log.readStored(last?.after ?? null, page)
      if (last && !(events[0] && leafOf(events[0]).equals(last.hash)))
        throw new TreeMisfit(
          `Hendelsesloggen er ikke den som revisjonstreet er laget av: hendelse nr. ${size} er ikke som den var. Kjør npm run verify.`,
        )
      const beyond = last ? events.slice(1) : events
      if (beyond.length > 0) state = await append(tiles, state, beyond)
      return beyond.length
    },
    positionAt: (index: number): Promise<Position> => positionAt(tiles, index),
    indexOf: async (position: Position): Promise<number | null> =>
      indexIn(await tiles.leavesAround(position), position),
    indexesOf: (positions: readonly Position[]): Promise<readonly number[]> =>
      indexesOf(tiles, positions),
  }
}
