import { bareAmount } from '#contracts/csv/amounts.ts'
import { conventionOf, markOf, type DecimalMark } from '#contracts/csv/numbers.ts'
import type { Choices } from '#contracts/csv/options.ts'
import { unwrapTextFormula } from '#contracts/csv/write.ts'
import type { Entity } from '#contracts/entity.ts'
import { defaultPrice, type Currency } from '#contracts/pricing.ts'
import { isNumeric } from './cells.ts'
import { checkCurrencies, namesNoCurrency } from './currency.ts'
import type { TableFormat } from './file-format.ts'
import { createHeaderFinder, type Header } from './header-row.ts'
import { isBlank, limits, UnreadableFile, type Row } from './row.ts'

export type TableChoices = Choices & { readonly currency?: Currency | undefined }

const createRowSurvey = (header: Header) => {
  const { columns } = header
  const numeric = columns.flatMap((column, at) => (column && isNumeric(column.field) ? [at] : []))
  const isUnnamed = namesNoCurrency(header)
  const marks = new Set<DecimalMark>()
  let rows = 0
  let hasUnnamed = false
  return {
    see: ({ line, cells, numbers }: Row): void => {
      if (++rows > limits.rows)
        throw new UnreadableFile('Filen har flere enn 1 000 000 rader. Del den opp.', { line })
      hasUnnamed ||= isUnnamed(cells)
      for (const at of numeric) {
        const written = numbers?.has(at) ? '' : unwrapTextFormula(cells[at] ?? '')
        const mark = markOf(bareAmount(written))
        if (mark) marks.add(mark)
      }
    },
    found: () => ({ rows, hasUnnamed, decimal: conventionOf(marks) }),
  }
}

/** Reads the whole table without keeping it, so that no part of an unreadable file is imported. */
export const surveyTable = async (
  entity: Entity,
  batches: AsyncIterable<readonly Row[]>,
  { decimal, mapping, currency }: TableChoices,
  /** Cuts a row to the cells that belong to the table. */
  fit: (row: Row, header: Header) => Row = (row) => row,
): Promise<TableFormat> => {
  const finder = createHeaderFinder(entity, mapping)
  let header: Header | undefined
  let survey: ReturnType<typeof createRowSurvey> | undefined
  const begin = (found: Header | undefined) => {
    if (!found) return
    checkCurrencies(found, currency)
    header = found
    survey = createRowSurvey(found)
  }
  for await (const batch of batches)
    for (const row of batch) {
      if (isBlank(header ? fit(row, header) : row)) continue
      if (survey) survey.see(row)
      else begin(finder.look(row))
    }
  if (!header) begin(finder.look(null))
  if (!header || !survey) throw new UnreadableFile('Filen har ingen overskriftsrad.')
  const { rows, hasUnnamed, decimal: seen } = survey.found()
  const code = currency ?? defaultPrice.costPriceCurrency
  return {
    decimal: decimal ?? seen,
    currency: hasUnnamed ? { code, isChosen: currency !== undefined } : null,
    rowsAbove: finder.above(),
    header,
    rows,
  }
}
