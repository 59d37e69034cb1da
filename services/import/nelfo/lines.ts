import { z } from 'zod'
import { UnreadableFile, type Row } from '../csv/row.ts'

/** The fields of a line (VL or PL) in order, with the format's names. */
export const lineFields = [
  'PostType',
  'VareMrk',
  'VareNr',
  'VaBetg',
  'VaBetg2',
  'MåleEnhet',
  'PrisEnhet',
  'PrisEnhetTxt',
  'Pris',
  'Mengde',
  'PrisDato',
  'Status',
  'BlokkNummer',
  'RabattGruppe',
  'Fabrikat',
  'Type',
  'Lagerført',
  'SalgsPakning',
  'Rabatt',
  'Pristype',
] as const
export type LineField = (typeof lineFields)[number]

/** Fields after the status may be missing. */
export const fewestFields = lineFields.indexOf('Status') + 1

export const fieldOf = (cells: readonly string[], field: LineField): string =>
  cells[lineFields.indexOf(field)] ?? ''

const isoDate = z.iso.date()
/** Converts `20260901` to 2026-09-01; undefined if invalid. */
export const dateOf = (text: string): string | undefined =>
  /^\d{8}$/.test(text)
    ? isoDate.safeParse(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`).data
    : undefined

/** Formats 2026-09-01 as 01.09.2026. */
export const shownDate = (date: string): string => date.split('-').toReversed().join('.')

const longest = 10_000
/** A final carriage return may be the first half of a line ending. */
const wholeEnding = /\r\n|\r(?=[^])|\n/
/** DOS end-of-file character. */
const endOfFile = '\u001a'

/** The format has no quoting: a quotation mark means inch. Blank lines are counted but skipped. */
export async function* linesIn(
  texts: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<readonly Row[]> {
  let rest = ''
  let line = 0
  const check = (text: string, at: number) => {
    if (text.length > longest)
      throw new UnreadableFile(`Linje ${at} er lengre enn 10 000 tegn.`, { line: at })
  }
  const rowsIn = (lines: readonly string[]): Row[] =>
    lines.flatMap((text) => {
      check(text, ++line)
      const cells = text.replace(endOfFile, '').split(';')
      const trimmed = cells.map((cell) => cell.trim())
      return trimmed.every((cell) => cell === '') ? [] : [{ line, cells: trimmed }]
    })

  for await (const text of texts) {
    const lines = (rest + text).split(wholeEnding)
    rest = lines.pop()!
    check(rest, line + lines.length + 1)
    yield rowsIn(lines)
  }
  yield rowsIn([rest.replace(/\r$/, '')])
}

export const priceFileLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => cell.replaceAll(/[;\r\n]/g, ',')).join(';')}\r\n`
