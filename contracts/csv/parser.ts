import { UnreadableFile } from './problems.ts'

/** One record of the file: its cells, and the line on which it starts. */
export type Row = { readonly line: number; readonly cells: readonly string[] }

export const limits = {
  /** Characters in one cell. */
  cell: 100_000,
  /** Characters in one record. */
  record: 1_000_000,
  columns: 1_000,
  rows: 1_000_000,
  bytes: 100 * 1024 * 1024,
} as const

const quote = 34
const lineFeed = 10
const carriageReturn = 13

const lineBreaks = /\r\n|\r|\n/g
const linesIn = (text: string) => text.match(lineBreaks)?.length ?? 0

/**
 * Reads CSV as RFC 4180 has it, piece by piece: what `push` returns is complete. Line breaks may be of
 * any kind, also mixed, and those inside quotes stay as they are. A quote inside an unquoted cell is a
 * character like others (`5" skrue`); one that is not closed, or followed by text, makes the file unreadable.
 */
export const csvParser = (delimiter: string) => {
  const separator = delimiter.charCodeAt(0)
  let rest = ''
  let line = 1
  let buffer = ''
  let at = 0
  let last = false

  const fail = (message: string, value = ''): never => {
    throw new UnreadableFile(message, { line, value })
  }

  /** The cell after an opening quote; null when its end has not arrived. */
  const quotedCell = (): string | null => {
    let from = at + 1
    let cell = ''
    for (;;) {
      const end = buffer.indexOf('"', from)
      if (end < 0 || (end + 1 === buffer.length && !last)) {
        if (buffer.length - from + cell.length > limits.cell) tooLong()
        return null
      }
      cell += buffer.slice(from, end)
      if (cell.length > limits.cell) tooLong()
      if (buffer.charCodeAt(end + 1) !== quote) {
        at = end + 1
        return cell
      }
      cell += '"'
      from = end + 2
    }
  }
  const tooLong = () =>
    fail(
      `En celle på linje ${line} er lengre enn 100 000 tegn. Mangler det et avsluttende sitattegn?`,
    )

  const plainCell = (): string => {
    const from = at
    for (; at < buffer.length; at++) {
      const code = buffer.charCodeAt(at)
      if (code === separator || code === lineFeed || code === carriageReturn) break
    }
    if (at - from > limits.cell) tooLong()
    return buffer.slice(from, at)
  }

  /** The next record; null when its end has not arrived. */
  const record = (): Row | null => {
    const cells: string[] = []
    let inside = 0
    for (;;) {
      const quoted = buffer.charCodeAt(at) === quote
      const cell = quoted ? quotedCell() : plainCell()
      if (cell === null) return null
      const end = at < buffer.length ? buffer.charCodeAt(at) : -1
      // A carriage return at the very end may be the first half of a line break.
      if (!last && (end === -1 || (end === carriageReturn && at + 1 === buffer.length))) return null
      if (quoted) {
        inside += linesIn(cell)
        if (end !== separator && end !== lineFeed && end !== carriageReturn && end !== -1)
          fail(`Sitattegn på feil sted på linje ${line + inside}.`, cell.slice(0, 50))
      }
      cells.push(cell)
      if (cells.length > limits.columns) fail(`Linje ${line} har flere enn 1 000 kolonner.`)
      at++
      if (end === separator) continue
      if (end === carriageReturn && buffer.charCodeAt(at) === lineFeed) at++
      const row = { line, cells }
      line += 1 + inside
      return row
    }
  }

  const rows = (): Row[] => {
    const found: Row[] = []
    let done = 0
    while (at < buffer.length) {
      const row = record()
      if (row === null) break
      found.push(row)
      done = at
    }
    rest = buffer.slice(done)
    return found
  }

  return {
    push(text: string): Row[] {
      buffer = rest + text
      at = 0
      if (rest.length > limits.record) fail(`Linje ${line} er lengre enn 1 000 000 tegn.`)
      return rows()
    },
    /** What is left when the file has ended. */
    end(): Row[] {
      buffer = rest
      at = 0
      last = true
      const found = rows()
      if (rest !== '') fail(`Et sitattegn på linje ${line} blir aldri lukket.`, rest.slice(0, 50))
      return found
    },
  }
}
