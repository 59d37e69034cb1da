import type { Row } from '../csv/parser.ts'
import { UnreadableFile } from '../csv/problems.ts'

const longest = 10_000
const ending = /\r\n|\r|\n/
/** Some old systems end a file with this. */
const endOfFile = '\u001a'

/** Nothing is quoted in this format: a quotation mark is an inch. Blank lines count, but are not given. */
export const createLineReader = () => {
  let rest = ''
  let line = 0

  const rowsIn = (lines: readonly string[]): Row[] =>
    lines.flatMap((text) => {
      line++
      if (text.length > longest)
        throw new UnreadableFile(`Linje ${line} er lengre enn 10 000 tegn.`, { line })
      const cells = text
        .replace(endOfFile, '')
        .split(';')
        .map((cell) => cell.trim())
      return cells.every((cell) => cell === '') ? [] : [{ line, cells }]
    })

  return {
    push(text: string): Row[] {
      const all = rest + text
      // A carriage return at the very end may be the first half of a line break.
      const held = all.endsWith('\r') ? all.slice(0, -1) : all
      const lines = held.split(ending)
      rest = lines.pop()! + all.slice(held.length)
      if (rest.length > longest)
        throw new UnreadableFile(`Linje ${line + lines.length + 1} er lengre enn 10 000 tegn.`, {
          line: line + lines.length + 1,
        })
      return rowsIn(lines)
    },
    end(): Row[] {
      const last = rest
      rest = ''
      return rowsIn(last.split(ending))
    },
  }
}

export const priceFileLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => cell.replaceAll(/[;\r\n]/g, ',')).join(';')}\r\n`
