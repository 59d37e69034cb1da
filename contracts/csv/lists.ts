/** Several texts in one cell: `BR-10; BR-20`. A text that holds a separator stands in quotes. */
const needsQuotes = /[;,|\r\n"]/

export const writeList = (texts: readonly string[]): string =>
  texts
    .map((text) => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join('; ')

const quotedText = /\s*"((?:[^"]|"")*)"\s*(?=[;,|\r\n]|$)/y
const isDigit = (character: string | undefined) => character !== undefined && /\d/.test(character)

/** Splits at one set of separators; a comma between two digits is a decimal comma and does not split. */
const split = (cell: string, separators: RegExp) => {
  const texts: string[] = []
  let divided = false
  let from = 0
  let at = 0
  const take = (text: string) => texts.push(text.trim())
  while (at < cell.length) {
    if (at === from) {
      quotedText.lastIndex = at
      const quoted = quotedText.exec(cell)
      if (quoted) {
        take(quoted[1]!.replaceAll('""', '"'))
        divided ||=
          quotedText.lastIndex < cell.length && separators.test(cell[quotedText.lastIndex]!)
        at = from = quotedText.lastIndex + 1
        continue
      }
    }
    const decimalComma = cell[at] === ',' && isDigit(cell[at - 1]) && isDigit(cell[at + 1])
    if (separators.test(cell[at]!) && !decimalComma) {
      divided = true
      take(cell.slice(from, at))
      from = at + 1
    }
    at++
  }
  if (from < cell.length) take(cell.slice(from))
  return { texts, divided }
}

export const readList = (cell: string): readonly string[] => {
  const strong = split(cell, /[;|\r\n]/)
  const { texts } = strong.divided ? strong : split(cell, /,/)
  return [...new Set(texts.filter((text) => text !== ''))]
}
