/** Several texts in one cell: `BR-10; BR-20`. A text that contains a separator is quoted. */
const needsQuotes = /[;,|\r\n"]/

export const writeList = (texts: readonly string[]): string =>
  texts
    .map((text) => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join('; ')

const textBefore = (separator: string) =>
  new RegExp(
    `\\s*"((?:[^"]|"")*)"\\s*(?:[;,|\\r\\n]|$)|((?:(?!${separator})[^])*)(?:${separator}|$)`,
    'gy',
  )
const divided = textBefore('[;|\\r\\n]')
/** A comma between two digits is a decimal comma, not a separator. */
const dividedByCommas = textBefore('(?<!\\d),|,(?!\\d)')

export const readList = (cell: string): readonly string[] => {
  const isDivided = Array.from(cell.matchAll(divided)).some(([text]) => /[;|\r\n]$/.test(text))
  const parts = cell.matchAll(isDivided ? divided : dividedByCommas)
  const texts = Array.from(parts, ([, quoted, plain = '']) =>
    (quoted?.replaceAll('""', '"') ?? plain).trim(),
  )
  return [...new Set(texts.filter((text) => text !== ''))]
}
