import { defaultPrice } from './pricing.ts'
import { known, multiples, synonyms } from './unit-names.ts'

/** Lower case, without spaces, points and a leading «per»; ² becomes 2. */
const normalUnit = (text: string): string => {
  const plain = text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/^(?:(?:per|pr)(?:\.\s*|\s+|(?=\d))|(?:kr|nok)?\s*\/\s*|à\s+)/, '')
  // Keeps the point of 2.5, removes that of `stk.`.
  const bare = plain.replaceAll(/\s|(?<!\d)\.|\.(?!\d)/g, '')
  return multiples[bare] ?? synonyms[bare] ?? bare
}

type Ratio = { readonly times: bigint; readonly per: bigint }

export const commonDivisor = (a: bigint, b: bigint): bigint =>
  b === 0n ? a : commonDivisor(b, a % b)
const ratio = (times: bigint, per: bigint): Ratio => {
  const common = commonDivisor(times, per)
  return { times: times / common, per: per / common }
}
const same: Ratio = { times: 1n, per: 1n }

// 100 in `100m`. Null for 0, for 1.000 and 1,000 (ambiguous: one or a thousand), and for more than four
// significant digits, which no price unit has.
const amountIn = (digits: string): Ratio | null => {
  const [whole = '', fraction = ''] = digits.split(/[.,]/)
  const figures = (whole + fraction).replace(/^0+/, '')
  const counting = figures.replace(/0+$/, '').length
  if (counting === 0 || counting > 4 || fraction.length === 3) return null
  return ratio(BigInt(figures), 10n ** BigInt(fraction.length))
}

/** `name` is '' if the text is only a number. */
type Measured = { readonly name: string; readonly amount: Ratio }

const measured = (text: string): Measured | null => {
  const [, digits, name = ''] = /^(\d+(?:[.,]\d+)?)?(\D.*)?$/.exec(text) ?? []
  const amount = digits === undefined ? same : amountIn(digits)
  if (amount === null || (name !== '' && !known.has(name))) return null
  return { name, amount }
}

const sizeOf = ({ name, amount: { times, per } }: Measured): Ratio =>
  ratio(times * known.get(name)!.size, per)

// The share of the price that one counted unit costs: 1/100 for metres at a price per 100 m. Null if they do not
// convert. A part without a unit is counted in the price's unit.
export const priceShare = (counted: string | null, priced: string | null): Ratio | null => {
  const [own, other] = [normalUnit(counted ?? ''), normalUnit(priced ?? '')]
  if (own === other || other === '') return same
  const price = measured(other)
  // `Per 100` is 100 of the part's unit; without one, of the price's unit.
  if (price && (own === '' || price.name === '')) return ratio(price.amount.per, price.amount.times)
  if (own === '') return same
  const part = measured(own)
  if (!price || !part || part.name === '') return null
  if (known.get(part.name)!.measures !== known.get(price.name)!.measures) return null
  const [one, many] = [sizeOf(part), sizeOf(price)]
  return ratio(one.times * many.per, one.per * many.times)
}

export const isSameUnit = (a: string, b: string): boolean => {
  const share = priceShare(a, b)
  return share !== null && share.times === share.per
}

export const mismatchText = (counted: string | null, priced: string | null): string =>
  `telles i ${counted}, men prisen gjelder ${priced}: det kan ikke regnes om`

/** The part's unit, else that of its price: m for a price per 100 m. */
export const countedIn = (
  unit: string | null | undefined,
  priced: string | null | undefined,
): string => {
  if (unit) return unit
  if (!priced) return defaultPrice.unit
  const price = measured(normalUnit(priced))
  if (!price || price.amount.times === price.amount.per) return priced
  return known.get(price.name)?.name ?? defaultPrice.unit
}
