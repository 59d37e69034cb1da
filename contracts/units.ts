import { defaultPrice } from './pricing.ts'
import { known, multiples, synonyms } from './unit-names.ts'

/** In small letters without spaces, points and the «per» before it; ² is 2. */
const normalUnit = (text: string): string => {
  const plain = text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/^(?:(?:per|pr)(?:\.\s*|\s+|(?=\d))|(?:kr|nok)?\s*\/\s*|à\s+)/, '')
  // The point of 2.5 stays, that of `stk.` goes.
  const bare = plain.replaceAll(/\s|(?<!\d)\.|\.(?!\d)/g, '')
  return multiples[bare] ?? synonyms[bare] ?? bare
}

/** So many `times` for each `per`, in lowest terms. */
type Ratio = { readonly times: bigint; readonly per: bigint }

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b))
const ratio = (times: bigint, per: bigint): Ratio => {
  const common = divisor(times, per)
  return { times: times / common, per: per / common }
}
const same: Ratio = { times: 1n, per: 1n }

/**
 * 100 in `100m`. Null of 0, of 1.000 and 1,000, which are a thousand to some and one to others, and of more
 * than four figures that count, which nobody prices by.
 */
const amountIn = (digits: string): Ratio | null => {
  const [whole = '', fraction = ''] = digits.split(/[.,]/)
  const figures = (whole + fraction).replace(/^0+/, '')
  const counting = figures.replace(/0+$/, '').length
  if (counting === 0 || counting > 4 || fraction.length === 3) return null
  return ratio(BigInt(figures), 10n ** BigInt(fraction.length))
}

/** An amount of a unit; `name` is '' where only the amount is said. */
type Measured = { readonly name: string; readonly amount: Ratio }

const measured = (text: string): Measured | null => {
  const [, digits, name = ''] = /^(\d+(?:[.,]\d+)?)?(\D.*)?$/.exec(text) ?? []
  const amount = digits === undefined ? same : amountIn(digits)
  if (amount === null || (name !== '' && !known.has(name))) return null
  return { name, amount }
}

const sizeOf = ({ name, amount: { times, per } }: Measured): Ratio =>
  ratio(times * known.get(name)!.size, per)

/**
 * How many times the price counts for one of what is counted: a hundredth of a price per 100 m for a metre. Null
 * where they do not convert, or are not known to. What has no unit of its own is counted in the price's.
 */
export const priceShare = (counted: string | null, priced: string | null): Ratio | null => {
  const [own, other] = [normalUnit(counted ?? ''), normalUnit(priced ?? '')]
  if (own === other || other === '') return same
  const price = measured(other)
  // `Per 100`: of whatever it is counted in. Without a unit of its own: of one of the price's.
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

/** What a part is counted in: its own unit, else its price's, one at a time: m of a price per 100 m. */
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
