import type { Row } from '#contracts/csv/parser.ts'
import type { FindKey } from '#command/kernel/commands.ts'
import type { Started } from './consider.ts'
import { atHand, inPieces, type Piece } from './pieces.ts'
import { rowsIn } from './reading.ts'
import type { Work } from './work.ts'

const keysOf = (rows: readonly Started[]): readonly FindKey[] =>
  rows.flatMap(({ identity }) => (identity ? [{ field: identity.field, text: identity.text }] : []))

/**
 * The rows of a file, some at a time, with the records they may mean at hand: those of the next are fetched
 * while these are looked at.
 */
export const startedRows = (
  { pieces, understood, entity, commands }: Work,
  start: (row: Row) => Started,
): AsyncGenerator<readonly Started[]> => {
  const fetching = async function* (): AsyncGenerator<Piece<Started>> {
    for await (const batch of inPieces(rowsIn(pieces, understood))) {
      const rows = batch.map(start)
      yield { rows, fetched: commands.prefetch(entity, keysOf(rows)) }
    }
  }
  return atHand(fetching())
}
