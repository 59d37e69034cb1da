import { currencies } from '../pricing.ts'

const words = '(?:kr|nok|eur|usd|sek|dkk|gbp)\\.?'
// Only where the amount begins or ends: taken out of the middle, "12 kr500" would be 12 500.
const before = new RegExp(`^(?:${words}(?!\\p{L})|[€$£])\\s*`, 'iu')
const after = new RegExp(`\\s*(?:(?<!\\p{L})${words}|[€$£])$`, 'iu')
const codes = /(?<!\p{L})(nok|eur|usd|sek|dkk|gbp)(?!\p{L})/iu
const krone = /(?<!\p{L})kr\.?(?!\p{L})/iu
const signs = [
  ['€', 'EUR'],
  ['£', 'GBP'],
  // Of the currencies that a price can have, one is a dollar.
  ['$', 'USD'],
] as const

const isOurs = (code: string) => currencies.some((known) => known === code)
const all = new Set(Intl.supportedValuesOf('currency'))
const isCurrency = (code: string) => all.has(code)
const threeLetters = /(?<!\p{L})\p{L}{3}(?!\p{L})/gu
/** Signs of one currency, or of one group that we have none of; and other countries' dollars. */
const foreignSign = /(?![€$£¤])\p{Sc}|(?<!\p{L})(?:zł|kč|(?!US\$)\p{L}{1,3}\$)/iu

export const foreignCurrencyIn = (heading: string): string | null =>
  Array.from(heading.matchAll(threeLetters), ([code]) => code.toUpperCase()).find(
    (code) => isCurrency(code) && !isOurs(code),
  ) ??
  foreignSign.exec(heading)?.[0] ??
  null

export const withoutCurrency = (heading: string): string =>
  heading
    .replace(foreignSign, '')
    .replace(/us\$/i, '')
    .replace(krone, '')
    .replace(threeLetters, (word) => (isCurrency(word.toUpperCase()) ? '' : word))

export const bareAmount = (cell: string): string =>
  cell.trim().replace(before, '').replace(after, '').trim()

const kroner = ['NOK', 'SEK', 'DKK']

/** The currencies that an amount may be in by what it says itself; empty where it says nothing. */
export const currenciesIn = (cell: string): readonly string[] => {
  const code = codes.exec(cell)?.[1]?.toUpperCase()
  if (code) return [code]
  const sign = signs.find(([one]) => cell.includes(one))
  if (sign) return [sign[1]]
  return krone.test(cell) ? kroner : []
}

/** The currencies that the amounts under a heading may be in. */
export const headingCurrencies = (heading: string): readonly string[] =>
  foreignCurrencyIn(heading) ? [] : currenciesIn(heading)
