const words = '(?:kr|nok|eur|usd|sek|dkk|gbp)\\.?'
// Only where the amount begins or ends: taken out of the middle, "12 kr500" would be 12 500.
const before = new RegExp(`^(?:${words}(?!\\p{L})|[€$£])\\s*`, 'iu')
const after = new RegExp(`\\s*(?:(?<!\\p{L})${words}|[€$£])$`, 'iu')
const codes = /(?<!\p{L})(nok|eur|usd|sek|dkk|gbp)(?!\p{L})/iu
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

/** The currency an amount names itself; "kr" may be of three countries, and names none. */
export const currencyIn = (cell: string): string | null => {
  if (bare.test(cell)) return null
  const code = codes.exec(cell)?.[1]?.toUpperCase()
  return code ?? signs.find(([sign]) => cell.includes(sign))?.[1] ?? null
}
