import type { Row } from '#contracts/csv/parser.ts'
import type { Started } from './consider.ts'
import { rowsIn } from './reading.ts'
import type { Work } from './work.ts'

/** So few that they are let go of before the garbage collector takes them for old, and enough to be asked for. */
const together = 512

/** The same rows in pieces of one size, but for the last. */
async function* some(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  let left: readonly Row[] = []
  for await (const rows of batches) {
    left = [...left, ...rows]
    let from = 0
    for (; from + together <= left.length; from += together) yield left.slice(from, from + together)
    left = left.slice(from)
  }
  if (left.length > 0) yield left
}

/** The text as it stood is looked for before the cleaned one. */
const keysOf = ({ identity }: Started) =>
  identity === null
    ? []
    : [identity.raw, identity.text].flatMap((text) =>
        text === undefined ? [] : [{ field: identity.field, text }],
      )

/** For so many pieces records are being fetched while one is looked at. */
const ahead = 2

type Piece = { readonly rows: readonly Started[]; readonly fetched: Promise<() => void> }

/** Each when what it needs is there. Of the one before some rows may still be under way, of that before it none. */
async function* atHand(pieces: AsyncIterable<Piece>): AsyncGenerator<readonly Started[]> {
  const held: (() => void)[] = []
  const waiting: Piece[] = []
  const ready = async ({ fetched, rows }: Piece) => {
    held.push(await fetched)
    if (held.length > 2) held.shift()!()
    return rows
  }
  for await (const piece of pieces) {
    if (waiting.push(piece) > ahead) yield await ready(waiting.shift()!)
  }
  for (const piece of waiting) yield await ready(piece)
}

/**
 * The rows of a file, some at a time, with the records they may mean at hand: those of the next are fetched
 * while these are looked at.
 */
export const startedRows = (
  { pieces, understood, entity, commands }: Work,
  start: (row: Row) => Started,
): AsyncGenerator<readonly Started[]> => {
  const fetching = async function* (): AsyncGenerator<Piece> {
    for await (const batch of some(rowsIn(pieces, understood))) {
      const rows = batch.map(start)
      yield { rows, fetched: commands.prefetch(entity, rows.flatMap(keysOf)) }
    }
  }
  return atHand(fetching())
}
