import type { Row } from '#contracts/csv/parser.ts'
import { mostStates } from '#contracts/states.ts'
import type { Started } from './consider.ts'
import { rowsIn } from './reading.ts'
import type { Work } from './work.ts'

async function* some(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  for await (const rows of batches)
    for (let from = 0; from < rows.length; from += mostStates)
      yield rows.slice(from, from + mostStates)
}

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
export async function* startedRows(
  { pieces, understood, entity, commands }: Work,
  start: (row: Row) => Started,
): AsyncGenerator<readonly Started[]> {
  let ready: { rows: readonly Started[]; fetched: Promise<void> } | undefined
  for await (const batch of some(rowsIn(pieces, understood))) {
    const rows = batch.map(start)
    const next = { rows, fetched: commands.prefetch(entity, rows.flatMap(keysOf)) }
    if (ready) {
      await ready.fetched
      yield ready.rows
    }
    ready = next
  }
  if (ready) {
    await ready.fetched
    yield ready.rows
  }
}
