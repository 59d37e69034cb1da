import type { Header } from './header-row.ts'
import { currencies, type Currency } from '#contracts/pricing.ts'
import { currenciesIn, foreignCurrencyIn, headingCurrencies } from '#contracts/csv/amounts.ts'
import { currencyKey, isAmountColumn } from '#contracts/csv/columns.ts'
import { UnreadableFile } from './row.ts'

/** The currency of amounts without their own, and whether the user chose it. */
export type FileCurrency = { readonly code: Currency; readonly isChosen: boolean }

const mayBe = `priser kan være i ${currencies.join(', ')}`

/** Why an amount with its own currency is refused; null if it is accepted. */
export const foreignAmount = (cell: string): string | null => {
  const foreign = foreignCurrencyIn(cell)
  return foreign && `Beløpet er i ${foreign}, og ${mayBe}`
}

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

export type Claim = {
  readonly currencies: readonly string[]
  readonly cell: string
  readonly heading: string
}
const named = ({ currencies: [first, ...others] }: Claim) =>
  others.length > 0 ? 'kroner' : String(first)

/** `stated` is from the currency column, `chosen` is for the whole file. Null if nothing changes. */
export const rowCurrency = (
  claims: readonly Claim[],
  stated: unknown,
  chosen: Currency | undefined,
) => {
  const certain = claims.find((claim) => claim.currencies.length === 1)?.currencies[0]
  const currency = typeof stated === 'string' ? stated : (certain ?? chosen)
  if (currency === undefined || claims.length === 0) return { currency: null }
  const wrong = claims.find((claim) => !claim.currencies.includes(currency))
  if (wrong) {
    const beside =
      stated === undefined && certain !== undefined ? 'et annet i raden er i' : 'valutaen er'
    return { wrong, message: `Beløpet er i ${named(wrong)}, men ${beside} ${currency}` }
  }
  const isNew = stated === undefined && currencies.some((known) => known === currency)
  return { currency: isNew ? currency : null }
}
