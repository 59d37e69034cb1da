import { currencies } from '../pricing.ts'

const codes = currencies.join('|')
const words = `(?:kr|${codes})\\.?`
// Only at the start or end: without this, "12 kr500" would become 12 500.
const before = new RegExp(`^(?:${words}(?!\\p{L})|[€$£])\\s*`, 'iu')
const after = new RegExp(`\\s*(?:(?<!\\p{L})${words}|[€$£])$`, 'iu')
const ourCode = new RegExp(`(?<!\\p{L})(${codes})(?!\\p{L})`, 'iu')
const krone = /(?<!\p{L})kr\.?(?!\p{L})/iu
const signs = [
  ['€', 'EUR'],
  ['£', 'GBP'],
  // USD is the only dollar among our currencies.
  ['$', 'USD'],
] as const

const isOurs = (code: string) => currencies.some((known) => known === code)
const all = new Set(Intl.supportedValuesOf('currency'))
const isCurrency = (code: string) => all.has(code)
const threeLetters = /(?<!\p{L})\p{L}{3}(?!\p{L})/gu
/** Currency signs that we do not support, and dollars of other countries (A$). */
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

export const currenciesIn = (cell: string): readonly string[] => {
  const code = ourCode.exec(cell)?.[1]?.toUpperCase()
  if (code) return [code]
  const sign = signs.find(([one]) => cell.includes(one))
  if (sign) return [sign[1]]
  return krone.test(cell) ? kroner : []
}

export const headingCurrencies = (heading: string): readonly string[] =>
  foreignCurrencyIn(heading) ? [] : currenciesIn(heading)
