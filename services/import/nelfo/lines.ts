import { z } from 'zod'
import { createCsvParser } from '../csv/parser.ts'
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
/** DOS end-of-file character. */
const endOfFile = '\u001a'

const readLine = ({ line, cells }: Row): readonly Row[] => {
  if (cells.join(';').length > longest)
    throw new UnreadableFile(`Linje ${line} er lengre enn 10 000 tegn.`, { line })
  const trimmed = cells.map((cell) => cell.replace(endOfFile, '').trim())
  return trimmed.every((cell) => cell === '') ? [] : [{ line, cells: trimmed }]
}

/** The format has no quoting: a quotation mark means inch. Blank lines are counted but skipped. */
export async function* linesIn(
  texts: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<readonly Row[]> {
  const parser = createCsvParser(';', { isQuoted: false })
  for await (const text of texts) yield parser.push(text).flatMap(readLine)
  yield parser.end().flatMap(readLine)
}

export const priceFileLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => cell.replaceAll(/[;\r\n]/g, ',')).join(';')}\r\n`
