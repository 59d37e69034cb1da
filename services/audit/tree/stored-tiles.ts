import { LRUCache } from 'lru-cache'
import { sql, type DatabasePool, type DatabaseTransactionConnection } from 'slonik'
import { z } from 'zod'
import type { Nodes } from './merkle.ts'
import { hashAbove, tileHeight, tileWidth, type Tile } from './tiles.ts'

const hashSize = 32
const positionSize = 8

const bytes = z.instanceof(Buffer)
const hashesRow = sql.type(z.object({ hashes: bytes }))
const storedLeaves = z.object({ number: z.bigint(), positions: bytes })
const positionsRow = sql.type(storedLeaves)
const firstRow = sql.type(z.object({ first: z.bigint() }))
const sizeRow = sql.type(z.object({ size: z.bigint() }))

const { array } = sql

const piecesOf = (buffer: Buffer, size: number): Buffer[] =>
  Array.from({ length: buffer.length / size }, (_, at) =>
    buffer.subarray(at * size, (at + 1) * size),
  )

/** Positions in the log of the leaves of tile `number`. */
export type Leaves = { readonly number: number; readonly positions: readonly bigint[] }

const leavesIn = (row: z.output<typeof storedLeaves> | null): Leaves | null =>
  row && {
    number: Number(row.number),
    positions: piecesOf(row.positions, positionSize).map((piece) => piece.readBigInt64BE()),
  }

const positionsAsBytes = (positions: readonly bigint[]): Buffer => {
  const buffer = Buffer.alloc(positions.length * positionSize)
  for (const [at, position] of positions.entries())
    buffer.writeBigInt64BE(position, at * positionSize)
  return buffer
}

const int8s = (numbers: readonly (number | bigint)[]) => array(numbers, 'int8')

const writeTiles = (tx: DatabaseTransactionConnection, tiles: readonly Tile[]) => {
  const levels = tiles.map(({ level }) => level)
  const hashes = tiles.map((tile) => Buffer.concat(tile.hashes))
  return tx.query(sql.unsafe`
    insert into audit.tile
    select * from unnest(${array(levels, 'int2')}, ${int8s(tiles.map(({ number }) => number))},
      ${array(hashes, 'bytea')})
    on conflict (level, number) do update set hashes = excluded.hashes`)
}

const writeLeaves = (tx: DatabaseTransactionConnection, leaves: readonly Leaves[]) => {
  const firsts = leaves.map(({ positions: [first] }) => first!)
  const positions = leaves.map((one) => positionsAsBytes(one.positions))
  return tx.query(sql.unsafe`
    insert into audit.leaves
    select * from unnest(${int8s(leaves.map(({ number }) => number))}, ${int8s(firsts)},
      ${array(positions, 'bytea')})
    on conflict (number) do update set positions = excluded.positions`)
}

const tileReader = (pool: DatabasePool) => {
  const full = new LRUCache<string, readonly Uint8Array[]>({ max: 256 })
  return async (level: number, number: number): Promise<readonly Uint8Array[]> => {
    const key = `${level}/${number}`
    const known = full.get(key)
    if (known) return known
    const row = await pool.maybeOne(hashesRow`
      select hashes from audit.tile where level = ${level} and number = ${number}`)
    const hashes = row ? piecesOf(row.hashes, hashSize) : []
    if (hashes.length === tileWidth) full.set(key, hashes)
    return hashes
  }
}

export const storedTiles = (pool: DatabasePool) => {
  const hashesOf = tileReader(pool)

  const nodes: Nodes = async (level, index) => {
    const tileLevel = Math.floor(level / tileHeight)
    const width = 2 ** (level % tileHeight)
    const start = index * width
    const hashes = await hashesOf(tileLevel, Math.floor(start / tileWidth))
    const at = start % tileWidth
    if (hashes.length < at + width)
      throw new Error(`The tree lacks tile ${tileLevel}/${Math.floor(start / tileWidth)}`)
    return hashAbove(hashes.slice(at, at + width))
  }

  return {
    hashesOf,
    nodes,
    leaves: async (number: number): Promise<Leaves | null> =>
      leavesIn(
        await pool.maybeOne(positionsRow`
          select number, positions from audit.leaves where number = ${number}`),
      ),
    firstOf: (number: number): Promise<bigint | null> =>
      pool.maybeOneFirst(firstRow`select first from audit.leaves where number = ${number}`),
    leavesAround: async (position: bigint): Promise<Leaves | null> =>
      leavesIn(
        await pool.maybeOne(positionsRow`
          select number, positions from audit.leaves
          where first <= ${position} order by first desc limit 1`),
      ),
    size: async (): Promise<number> =>
      Number(await pool.oneFirst(sizeRow`select size from audit.tree`)),
    /** Atomic; false if another process has extended the tree meanwhile. */
    write: (from: number, to: number, tiles: readonly Tile[], leaves: readonly Leaves[]) =>
      pool.transaction(async (tx): Promise<boolean> => {
        const { rowCount } = await tx.query(sql.unsafe`
          update audit.tree set size = ${to} where size = ${from}`)
        if (rowCount !== 1) return false
        await writeTiles(tx, tiles)
        await writeLeaves(tx, leaves)
        return true
      }),
  }
}

export type StoredTiles = ReturnType<typeof storedTiles>
