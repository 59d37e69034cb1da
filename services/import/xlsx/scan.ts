import type { Problem } from '#contracts/csv/answer.ts'
import type { Choices } from '#contracts/csv/options.ts'
import type { Entity } from '#contracts/entity.ts'
import {
  chooseSheet,
  createOddities,
  readSheet,
  sheetsOf,
  UnreadableWorkbook,
  type Sheet,
  type SheetOddities,
} from '#kernel/xlsx/workbook.ts'
import type { FileFormat } from '../csv/file-format.ts'
import type { Header } from '../csv/header-row.ts'
import { UnreadableFile, type Row, isBlank } from '../csv/row.ts'
import { surveyTable, type TableChoices } from '../csv/survey-table.ts'

const ofText = { encoding: 'tegnsett', delimiter: 'skilletegn' } as const

const checkChoices = (choices: Choices): void => {
  for (const key of ['encoding', 'delimiter'] as const)
    if (choices[key] !== undefined)
      throw new UnreadableFile(
        `Filen er en Excel-arbeidsbok, og har ikke noe ${ofText[key]} å velge.`,
        { column: key },
      )
}

/** Cuts a row to the width of the headings: cells beside the table do not belong to it. */
const fit = (row: Row, { headings }: Header): Row => ({
  ...row,
  cells: headings.map((_, at) => row.cells[at] ?? ''),
})

/** Names the sheet in an error if there are others. */
const asUnreadable = (error: unknown, sheets: readonly Sheet[], sheet?: Sheet): unknown => {
  if (error instanceof UnreadableWorkbook) return new UnreadableFile(error.message)
  if (!(error instanceof UnreadableFile) || !sheet || sheets.length < 2) return error
  const names = sheets.map(({ name }) => `«${name}»`).join(', ')
  const sentence = error.message.replace(/\.?$/, '.')
  const where = `Arket er «${sheet.name}», av ${names}.`
  return new UnreadableFile(`${sentence} ${where}`, error.problem, error.headings)
}

const hiddenHeadings = ({ hiddenColumns }: SheetOddities, { headings, columns }: Header) =>
  headings.filter(
    (_, at) => columns[at] && hiddenColumns.some(({ from, to }) => from <= at && at <= to),
  )

const warningsOf = (
  { name }: Sheet,
  oddities: SheetOddities,
  header: Header,
): readonly Problem[] => {
  const { hidden, merged } = oddities
  const { line } = header
  const about = { column: '', value: '' }
  const warning = (found: ReturnType<typeof hidden.below>, message: string) =>
    found ? [{ ...about, line: found.first, message: `${message} Rad ${found.text}` }] : []
  const columns = hiddenHeadings(oddities, header).map((heading) => `«${heading}»`)
  const message = `Arket «${name}» har skjulte kolonner, som leses som de andre: ${columns.join(', ')}`
  return [
    ...(columns.length > 0 ? [{ ...about, line, message }] : []),
    ...warning(hidden.below(line), `Arket «${name}» har skjulte rader, som leses som de andre.`),
    ...warning(
      merged.below(line),
      `Arket «${name}» har sammenslåtte celler, der bare den første har verdien.`,
    ),
  ]
}

/** The format of a sheet. Rejected rows are returned as CSV in UTF-8 with semicolons. */
export const scanWorkbook = async (
  entity: Entity,
  path: string,
  choices: TableChoices,
  /** Told before the sheet is read, so that another can be chosen if this one is unreadable. */
  onSheets: (sheets: readonly Sheet[]) => void = () => undefined,
): Promise<FileFormat & { readonly sheet: Sheet }> => {
  let sheets: readonly Sheet[] = []
  let sheet: Sheet | undefined
  try {
    sheets = await sheetsOf(path)
    onSheets(sheets)
    checkChoices(choices)
    sheet = chooseSheet(sheets, choices.sheet)
    const oddities = createOddities()
    const table = await surveyTable(entity, readSheet(path, sheet, oddities), choices, fit)
    const warnings = warningsOf(sheet, oddities, table.header)
    return { encoding: 'utf-8', byteOrderMark: false, delimiter: ';', sheet, warnings, ...table }
  } catch (error) {
    throw asUnreadable(error, sheets, sheet)
  }
}

/** A number in a column of identifiers has no currency, however it is formatted. */
const withPlainNumbers = (row: Row, { columns }: Header): Row => ({
  ...row,
  cells: row.cells.map((cell, at) => {
    const number = columns[at]?.field.numbering ? row.numbers?.get(at) : undefined
    return number?.value ?? cell
  }),
})

export async function* readSheetRows(
  path: string,
  sheet: Sheet,
  header: Header,
): AsyncGenerator<readonly Row[]> {
  for await (const batch of readSheet(path, sheet))
    yield batch
      .filter(({ line }) => line > header.line)
      .map((row) => withPlainNumbers(fit(row, header), header))
      .filter((row) => !isBlank(row))
}
