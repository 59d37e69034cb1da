import type { Header } from './header-row.ts'
import { currencies, defaultPrice, type Currency } from '#contracts/pricing.ts'
import { currenciesIn, foreignCurrencyIn, headingCurrencies } from '#contracts/csv/amounts.ts'
import { currencyKey, isAmountColumn } from '#contracts/csv/columns.ts'
import { UnreadableFile } from './parser.ts'

/** What amounts are read as that name no currency themselves, and whether somebody said so. */
export type FileCurrency = { readonly code: Currency; readonly isChosen: boolean }

export const fileCurrency = (chosen: Currency | undefined): FileCurrency => ({
  code: chosen ?? defaultPrice.costPriceCurrency,
  isChosen: chosen !== undefined,
})

/** Throws UnreadableFile for a heading in a currency that prices cannot have, unless somebody chose one. */
export const checkCurrencies = (
  { columns, headings, line }: Header,
  chosen: Currency | undefined,
): void => {
  if (chosen !== undefined) return
  for (const [at, heading] of headings.entries()) {
    const foreign = isAmountColumn(columns[at]) ? foreignCurrencyIn(heading) : null
    if (foreign)
      throw new UnreadableFile(
        `Beløpene i kolonnen «${heading}» er i ${foreign}, og priser kan være i ${currencies.join(', ')}. Velg at kolonnen ikke leses, eller hvilken valuta beløpene er i.`,
        { line, column: heading, value: foreign },
        headings,
      )
  }
}

export const namesNoCurrency = ({ columns, headings }: Header) => {
  const stated = columns.findIndex((column) => column?.key === currencyKey)
  const amounts = columns.flatMap((column, at) =>
    isAmountColumn(column) ? [{ at, isNamed: headingCurrencies(headings[at]!).length === 1 }] : [],
  )
  return (cells: readonly string[]): boolean => {
    const filled = amounts.filter(({ at }) => (cells[at] ?? '').trim() !== '')
    return (
      filled.length > 0 &&
      (cells[stated] ?? '').trim() === '' &&
      filled.every(({ at, isNamed }) => {
        const said = currenciesIn(cells[at]!)
        return said.length === 0 ? !isNamed : said.length > 1
      })
    )
  }
}
