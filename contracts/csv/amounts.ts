const words = /(?<![\p{L}\d])(?:kr|nok|eur|usd|sek|dkk|gbp)\.?(?!\p{L})|[€$£]/giu
const codes = /(?<!\p{L})(nok|eur|usd|sek|dkk|gbp)(?!\p{L})/iu

/** Most amounts are nothing but their digits. */
const bare = /^[\d.,\s-]*$/

/** "kr 12,50" without its currency. */
export const bareAmount = (cell: string): string =>
  (bare.test(cell) ? cell : cell.replace(words, '')).trim()

/** The currency an amount names itself; "kr" may be of three countries, and names none. */
export const currencyIn = (cell: string): string | null => {
  if (bare.test(cell)) return null
  const code = codes.exec(cell)?.[1]?.toUpperCase()
  if (code) return code
  if (cell.includes('€')) return 'EUR'
  return cell.includes('£') ? 'GBP' : null
}
