const words = /(?<![\p{L}\d])(?:kr|nok|eur|usd|sek|dkk|gbp)\.?(?!\p{L})|[€$£]/giu
const codes = /(?<!\p{L})(nok|eur|usd|sek|dkk|gbp)(?!\p{L})/iu

/** "kr 12,50" without its currency. */
export const bareAmount = (cell: string): string => cell.replace(words, '').trim()

/** The currency an amount names itself; "kr" may be of three countries, and names none. */
export const currencyIn = (cell: string): string | null => {
  const code = codes.exec(cell)?.[1]?.toUpperCase()
  if (code) return code
  if (cell.includes('€')) return 'EUR'
  return cell.includes('£') ? 'GBP' : null
}
