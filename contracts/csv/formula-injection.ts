// A spreadsheet runs a cell that begins with one of these as a formula. An apostrophe before it makes it
// text; one more is put before text that already looks so, so that reading gives back what was written.
const dangerous = /^'*[=+\-@\t\r\n]/
const defused = /^'+[=+\-@\t\r\n]/

export const escapeFormula = (text: string): string => (dangerous.test(text) ? `'${text}` : text)
export const unescapeFormula = (cell: string): string => (defused.test(cell) ? cell.slice(1) : cell)

const told = /^="((?:[^"]|"")*)"$/
/** `="00123"` is how Excel is told to keep the zeros: the text is what stands inside. */
export const unwrapTextFormula = (cell: string): string => {
  const inside = cell.startsWith('=') ? told.exec(cell)?.[1] : undefined
  return inside === undefined ? cell : inside.replaceAll('""', '"')
}
