import type { Header } from './header-row.ts'
import { currencies, defaultPrice, type Currency } from '#contracts/pricing.ts'
import { currenciesIn, foreignCurrencyIn } from '#contracts/csv/amounts.ts'
import { isAmountColumn } from '#contracts/csv/columns.ts'
import { UnreadableFile } from './problems.ts'

/** What amounts are read as that name no currency themselves, and whether somebody said so. */
export type FileCurrency = { readonly code: Currency; readonly isChosen: boolean }

export const fileCurrency = (chosen: Currency | undefined): FileCurrency => ({
  code: chosen ?? defaultPrice.costPriceCurrency,
  isChosen: chosen !== undefined,
})

export const currencyKey = 'pricing.costPriceCurrency'

export const headingCurrencies = (heading: string): readonly string[] =>
  foreignCurrencyIn(heading) ? [] : currenciesIn(heading)

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

export type Claim = {
  readonly currencies: readonly string[]
  readonly cell: string
  readonly heading: string
}
type RowCurrency =
  /** Null where nothing is said that the column of currencies has not. */
  { readonly currency: string | null } | { readonly wrong: Claim; readonly message: string }

const named = ({ currencies: [first, ...others] }: Claim) =>
  others.length > 0 ? 'kroner' : String(first)

/** `stated` stands in the column of currencies, `chosen` is what the amounts of the file are said to be in. */
export const rowCurrency = (
  claims: readonly Claim[],
  stated: unknown,
  chosen: Currency | undefined,
): RowCurrency => {
  const certain = claims.find((claim) => claim.currencies.length === 1)?.currencies[0]
  const currency = typeof stated === 'string' ? stated : (certain ?? chosen)
  if (currency === undefined) return { currency: null }
  const wrong = claims.find((claim) => !claim.currencies.includes(currency))
  if (wrong) {
    const beside =
      stated === undefined && certain !== undefined ? 'et annet i raden er i' : 'valutaen er'
    return { wrong, message: `Beløpet er i ${named(wrong)}, men ${beside} ${currency}` }
  }
  const isNew = stated === undefined && currencies.some((known) => known === currency)
  return { currency: isNew ? currency : null }
}
