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

/** Most amounts are nothing but their digits. */
const bare = /^[\d.,\s-]*$/

/** "kr 12,50" without its currency. */
export const bareAmount = (cell: string): string =>
  (bare.test(cell) ? cell : cell.trim().replace(before, '').replace(after, '')).trim()

const kroner = ['NOK', 'SEK', 'DKK']

/** The currencies that an amount may be in by what it says itself; empty where it says nothing. */
export const currenciesIn = (cell: string): readonly string[] => {
  if (bare.test(cell)) return []
  const code = codes.exec(cell)?.[1]?.toUpperCase()
  if (code) return [code]
  const sign = signs.find(([one]) => cell.includes(one))
  if (sign) return [sign[1]]
  return krone.test(cell) ? kroner : []
}
