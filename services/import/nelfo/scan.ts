import type { Problem } from '#contracts/csv/answer.ts'
import { counted } from '#contracts/counted.ts'
import { normalKey } from '#contracts/text.ts'
import type { Entity } from '#contracts/entity.ts'
import { encodingNames, type Encoding, type PriceFileOptions } from '#contracts/csv/options.ts'
import { survey } from '../csv/survey.ts'
import { texts, type FileChunks } from '../csv/text-decoder.ts'
import { fieldOf, shownDate, linesIn } from './lines.ts'
import { isHeader, isOf, readHeader, type NelfoHeader } from './header.ts'
import { lineHeader, numberOf, type PriceFile } from './price-file.ts'
import { limits, UnreadableFile, type Row } from '../csv/row.ts'
import { plainFormat, type FileFormat } from '../csv/file-format.ts'
import { createDuplicateKeys } from '../csv/csv-rules.ts'

/** What lines about the article above them tell, which is not read. */
const unread: Readonly<Record<string, string>> = {
  VX: 'bilder og datablad',
  PX: 'bilder og datablad',
  VA: 'alternativer og GTIN',
  PA: 'alternativer og GTIN',
}
const kindOf = ({ cells }: Row) => cells[0]!.toUpperCase()
const isLine = (row: Row) => !(kindOf(row) in unread)

/** Counts lines that are not read, and warns of each kind at its first line. */
const createUnreadLines = () => {
  const kinds = new Map<string, { readonly line: number; count: number }>()
  return {
    note: (row: Row): void => {
      const kind = kindOf(row)
      const seen = kinds.get(kind)
      if (seen) seen.count++
      else kinds.set(kind, { line: row.line, count: 1 })
    },
    warnings: (): readonly Problem[] =>
      [...kinds].map(([kind, { line, count }]) => ({
        line,
        column: 'PostType',
        value: kind,
        message: `${counted(count, `${kind}-linje`, `${kind}-linjer`)} (${unread[kind]}) leses ikke`,
      })),
  }
}

const checkDates = ({ from, to }: NelfoHeader, today: string, { otherDates }: PriceFileOptions) => {
  if (otherDates === 'take') return
  const insist = 'Velg at slike priser tas med hvis de likevel skal brukes nå.'
  if (from !== null && from > today)
    throw new UnreadableFile(`Prisene i filen gjelder først fra ${shownDate(from)}. ${insist}`)
  if (to !== null && to < today)
    throw new UnreadableFile(`Prisene i filen gjaldt til ${shownDate(to)}. ${insist}`)
}

/** Everything that determines the price, as one text. */
const substance = (cells: readonly string[]) =>
  [...cells.slice(5, 12), fieldOf(cells, 'Rabatt'), fieldOf(cells, 'Pristype')].join(';')

const createConflicts = () => {
  const seen = createDuplicateKeys()
  const found = new Map<string, number[]>()
  const note = ({ line, cells }: Row): void => {
    const number = numberOf(cells)
    if (number === null) return
    const key = normalKey(number)
    const first = seen(key, line)
    const same = seen(`${key}\u0000${substance(cells)}`, line)
    if (first === undefined) return
    const known = found.get(key)
    if (known) known.push(line)
    else if (same === undefined) found.set(key, [first, line])
  }
  return { found, note }
}

/** Prices are ASCII. A wrong encoding only garbles names, so it is no reason to refuse the file. */
const encodingOf = async (
  chunks: FileChunks,
  chosen: Encoding | undefined,
  { unknownItems }: PriceFileOptions,
): Promise<Encoding> => {
  const { isUtf8, nullLine, doubts } = await survey(chunks)
  if (nullLine !== null) throw new UnreadableFile('Filen er ikke tekst: den har et nulltegn.')
  if (chosen && (chosen.startsWith('utf-16') || (chosen === 'utf-8' && !isUtf8)))
    throw new UnreadableFile(`Filen er ikke gyldig ${encodingNames[chosen]}.`)
  if (isUtf8) return chosen ?? 'utf-8'
  // Texts matter only if new components are created.
  const question = !chosen && unknownItems === 'create' ? doubts.question() : null
  const problem = doubts.wrongChoice(chosen) ?? question
  if (problem) throw new UnreadableFile(problem.message, { line: problem.line })
  return chosen ?? 'windows-1252'
}

const ofLine = (message: string, { line }: Row) => new UnreadableFile(message, { line })

/** Reads the whole file, so that no part of an unreadable file is imported. */
const surveyLines = async (
  batches: AsyncIterable<readonly Row[]>,
  today: string,
  options: PriceFileOptions,
) => {
  let first: { readonly row: Row; readonly head: NelfoHeader } | undefined
  let rows = 0
  const conflicts = createConflicts()
  const unreadLines = createUnreadLines()
  for await (const batch of batches)
    for (const row of batch) {
      if (!first) {
        first = { row, head: readHeader(row) }
        checkDates(first.head, today, options)
      } else if (isHeader(row))
        throw ofLine(
          `Filen har en ny hodepost på linje ${row.line}. Del den opp i en fil for hver.`,
          row,
        )
      else if (!isLine(row)) unreadLines.note(row)
      else if (++rows > limits.rows)
        throw ofLine('Filen har flere enn 1 000 000 varelinjer. Del den opp.', row)
      else if (isOf(first.head, row)) conflicts.note(row)
    }
  if (!first || rows === 0) throw new UnreadableFile('Filen har ingen varelinjer.')
  const priceFile = { head: first.head, headCells: first.row.cells, conflicts: conflicts.found }
  return { line: first.row.line, rows, warnings: unreadLines.warnings(), priceFile }
}

export const scanNelfo = async (
  entity: Entity,
  chunks: FileChunks,
  chosen: Encoding | undefined,
  options: PriceFileOptions,
  today: string,
): Promise<FileFormat & { readonly priceFile: PriceFile }> => {
  if (!entity.csv?.priceFiles)
    throw new UnreadableFile(
      'Dette er en EFO/NELFO-prisfil. Slike filer importeres under Komponenter.',
    )
  const encoding = await encodingOf(chunks, chosen, options)
  const { line, ...found } = await surveyLines(linesIn(texts(chunks, encoding)), today, options)
  return { ...plainFormat, encoding, header: lineHeader(entity, line), ...found }
}

export async function* readNelfoRows(
  chunks: FileChunks,
  { encoding, header }: FileFormat,
): AsyncGenerator<readonly Row[]> {
  for await (const batch of linesIn(texts(chunks, encoding)))
    yield batch.filter((row) => row.line > header.line && isLine(row))
}
