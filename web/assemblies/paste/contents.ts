import { normalKey } from '#contracts/text.ts'
import { quantityIn } from './quantity.ts'
import type { PastedRow } from './read-rows.ts'

/** The total of duplicate parts. Quantities with units cannot be added here, so their texts are compared. */
const sumOf = (rows: readonly PastedRow[]): string => {
  const written = rows.map(({ quantity }) => quantity)
  const pieces = written.map((one) => quantityIn(one))
  return pieces.includes(null)
    ? written.toSorted().join(' + ')
    : String(pieces.reduce<number>((sum, one) => sum + one!, 0))
}

/** The direct contents of a row as a text independent of their order, to compare two assemblies with the same name. */
export const contentsOf = (rows: readonly PastedRow[], at: number): string => {
  const { level } = rows[at]!
  const end = rows.findIndex((row, other) => other > at && row.level <= level)
  const below = rows.slice(at + 1, end < 0 ? undefined : end)
  const children = below.filter((row) => row.level === level + 1)
  return [...Map.groupBy(children, ({ number }) => normalKey(number))]
    .map(([number, same]) => `${number}\t${sumOf(same)}`)
    .toSorted()
    .join('\n')
}
