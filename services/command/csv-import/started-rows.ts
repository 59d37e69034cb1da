import type { Row } from '#contracts/csv/parser.ts'
import type { Started } from './consider.ts'
import { atHand, inPieces, type Piece } from './pieces.ts'
import { rowsIn } from './reading.ts'
import type { Work } from './work.ts'

/** The text as it stood is looked for before the cleaned one. */
const keysOf = ({ identity }: Started) =>
  identity === null
    ? []
    : [identity.raw, identity.text].flatMap((text) =>
        text === undefined ? [] : [{ field: identity.field, text }],
      )

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
      yield { rows, fetched: commands.prefetch(entity, rows.flatMap(keysOf)) }
    }
  }
  return atHand(fetching())
}
