import type { Header } from './header-row.ts'
import { currencies, type Currency } from '#contracts/pricing.ts'
import { currenciesIn, foreignCurrencyIn, headingCurrencies } from '#contracts/csv/amounts.ts'
import { currencyKey, isAmountColumn } from '#contracts/csv/columns.ts'
import { UnreadableFile } from './row.ts'

export type FileCurrency = { readonly code: Currency; readonly isChosen: boolean }

export const mayBe = `priser kan være i ${currencies.join(', ')}`

/** Throws UnreadableFile for a heading with an unsupported currency, unless the user chose one. */
export const checkCurrencies = (
  { columns, headings, line }: Header,
  chosen: Currency | undefined,
): void => {
  if (chosen !== undefined) return
  for (const [at, heading] of headings.entries()) {
    const foreign = isAmountColumn(columns[at]) ? foreignCurrencyIn(heading) : null
    if (foreign)
      throw new UnreadableFile(
        `Beløpene i kolonnen «${heading}» er i ${foreign}, og ${mayBe}. Velg at kolonnen ikke leses, eller hvilken valuta beløpene er i.`,
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
        const stated = currenciesIn(cells[at]!)
        if (stated.length > 0) return stated.length > 1
        return !isNamed && foreignCurrencyIn(cells[at]!) === null
      })
    )
  }
}
