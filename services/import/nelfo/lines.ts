import { UnreadableFile, type Row } from '../csv/parser.ts'

/** The fields of a line post (VL or PL), in order, by the names that the format gives them. */
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

/** Those after the status may be left out at the end of a line. */
export const fewestFields = lineFields.indexOf('Status') + 1

export const fieldOf = (cells: readonly string[], field: LineField): string =>
  cells[lineFields.indexOf(field)] ?? ''

const eightDigits = /^(\d{4})(\d{2})(\d{2})$/
/** `20260901` as 2026-09-01; undefined where that is no day. */
export const dateOf = (text: string): string | undefined => {
  const [, year, month, day] = eightDigits.exec(text) ?? []
  if (year === undefined) return undefined
  const date = `${year}-${month}-${day}`
  const time = Date.parse(date)
  // 31 February is no day either, though some would make it one in March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? undefined : date
}

/** 2026-09-01 as people write it: 01.09.2026. */
export const shownDate = (date: string): string => date.split('-').toReversed().join('.')

const longest = 10_000
const ending = /\r\n|\r|\n/
/** Some old systems end a file with this. */
const endOfFile = '\u001a'

/** Nothing is quoted in this format: a quotation mark is an inch. Blank lines count, but are not given. */
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
      const cells = text
        .replace(endOfFile, '')
        .split(';')
        .map((cell) => cell.trim())
      return cells.every((cell) => cell === '') ? [] : [{ line, cells }]
    })

  for await (const text of texts) {
    const all = rest + text
    // A carriage return at the very end may be the first half of a line break.
    const held = all.endsWith('\r') ? all.slice(0, -1) : all
    const lines = held.split(ending)
    rest = lines.pop()! + all.slice(held.length)
    check(rest, line + lines.length + 1)
    yield rowsIn(lines)
  }
  yield rowsIn(rest.split(ending))
}

export const priceFileLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => cell.replaceAll(/[;\r\n]/g, ',')).join(';')}\r\n`
