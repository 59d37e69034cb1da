import { currencies } from '../pricing.ts'

/** What an amount of a row, or the heading above it, says of its currency. */
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

/** The currency of a row's amounts, which is one; `stated` is what stands in the column of currencies. */
export const rowCurrency = (claims: readonly Claim[], stated: unknown): RowCurrency => {
  const certain = claims.find((claim) => claim.currencies.length === 1)
  const currency = typeof stated === 'string' ? stated : certain?.currencies[0]
  if (currency === undefined) return { currency: null }
  const wrong = claims.find((claim) => !claim.currencies.includes(currency))
  if (wrong) {
    const beside = stated === undefined ? 'et annet i raden er i' : 'valutaen er'
    return { wrong, message: `Beløpet er i ${named(wrong)}, men ${beside} ${currency}` }
  }
  const isNew = stated === undefined && currencies.some((known) => known === currency)
  return { currency: isNew ? currency : null }
}
