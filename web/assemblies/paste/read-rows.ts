import { normalHeading } from '#contracts/csv/headings.ts'
import { unescapeFormula, unwrapTextFormula } from '#contracts/csv/write.ts'
import { joinWithAnd } from '#contracts/text.ts'
import {
  columnsOf,
  guessedColumns,
  headerAt,
  levelIn,
  type Column,
  type Columns,
} from './columns.ts'
import type { Table } from './table.ts'

export type PastedRow = {
  /** The line number in the pasted text or the file. */
  readonly line: number
  readonly level: number
  readonly number: string
  readonly name: string
  /** Includes the unit if there is a column of units. */
  readonly quantity: string
  readonly notes: string
}

/** As downloaded files have it. */
const textIn = (cell = '') => unescapeFormula(unwrapTextFormula(cell.trim()))

type Line = { readonly cells: readonly string[]; readonly line: number }

const layoutOf = (body: readonly Line[], headings: readonly string[], columns: Columns) => {
  const textOf = (cells: readonly string[], column: Column) =>
    columns[column].map((at) => textIn(cells[at])).find((text) => text !== '') ?? ''
  const isNamed = (cells: readonly string[]) =>
    textOf(cells, 'number') !== '' || textOf(cells, 'name') !== ''
  return { body, headings, columns, textOf, isNamed }
}
type Layout = ReturnType<typeof layoutOf>

/** The rows below the headings, if there are any, and what their cells mean, or may mean instead. */
const layoutsOf = ({ rows: all, lines }: Table): readonly Layout[] => {
  const filled = all
    .map((cells, at) => ({ cells, line: lines?.[at] ?? at + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const header = headerAt(filled.map(({ cells }) => cells))
  const body = filled.slice(header + 1)
  const headings = filled[header]?.cells ?? []
  const found = header >= 0 ? [columnsOf(headings)] : guessedColumns(body.map(({ cells }) => cells))
  return found.map((columns) => layoutOf(body, headings, columns))
}

const withUnit = (quantity: string, unit: string) =>
  unit !== '' && /\d$/.test(quantity) ? `${quantity} ${unit}` : quantity

/** An exported flat list, by its headings: its level is the highest place of a part, not what it is in. */
const isFlat = (headings: readonly string[]) => {
  const at = (heading: string) => headings.map(normalHeading).indexOf(heading)
  return at('type') >= 0 && at('id') >= 0 && at('antall') >= 0 && at('antall') < at('niva')
}
const isDeepFlat = ({ body, headings, textOf }: Layout) =>
  isFlat(headings) && body.some(({ cells }) => Number(textOf(cells, 'level')) > 1)

const rowsOf = (layout: Layout): readonly PastedRow[] => {
  if (isDeepFlat(layout)) return []
  const { body, textOf, isNamed } = layout
  const named = body
    .filter(({ cells }) => isNamed(cells))
    .map(({ cells, line }) => {
      const name = textOf(cells, 'name')
      return {
        line,
        level: levelIn(textOf(cells, 'level')) ?? 1,
        number: textOf(cells, 'number') || name,
        name,
        quantity: withUnit(textOf(cells, 'quantity'), textOf(cells, 'unit')),
        notes: textOf(cells, 'notes'),
      }
    })
  const highest = Math.min(...named.map(({ level }) => level))
  const [first, ...others] = named
  // A single first row of level 0 is the assembly itself.
  const isWhole = first && first.level === highest && others.every(({ level }) => level > highest)
  const shown = isWhole && others.length > 0 && highest === 0 ? others : named
  const top = Math.min(...shown.map(({ level }) => level))
  return shown.map((row) => ({ ...row, level: row.level - top + 1 }))
}

const mostNamed = 20
const linesText = (lines: readonly number[]) => {
  const more = lines.length - mostNamed
  const shown = lines.slice(0, mostNamed).map(String)
  return `linje ${joinWithAnd(more > 0 ? [...shown, `${more} til`] : shown)}`
}

/** What `rowsOf` leaves out or assumes. */
const leftIn = (layout: Layout): readonly string[] => {
  if (isDeepFlat(layout))
    return [
      'Dette er en eksplodert stykkliste, som ikke viser hva som står i hva. Eksporter «Hierarki», og bruk den.',
    ]
  const { body, headings, columns, textOf, isNamed } = layout
  const isFilled = (at: number) => body.some(({ cells }) => textIn(cells[at]) !== '')
  const used = new Set(Object.values(columns).flat())
  const unread = headings.filter((text, at) => text.trim() !== '' && !used.has(at) && isFilled(at))
  const linesOf = (isOne: (cells: readonly string[]) => boolean) =>
    body.filter(({ cells }) => isOne(cells)).map(({ line }) => line)
  const unnamed = linesOf((cells) => !isNamed(cells))
  const levelless = linesOf((cells) => {
    const level = textOf(cells, 'level')
    return isNamed(cells) && level !== '' && levelIn(level) === null
  })
  return [
    ...(unread.length > 0 ? [`Kolonner som ikke leses: ${unread.map(textIn).join(', ')}`] : []),
    ...(headings.length > 0 && columns.quantity.length === 0
      ? ['Ingen kolonne har antall: hver linje får 1']
      : []),
    ...(unnamed.length > 0
      ? [`Uten nummer og beskrivelse, og ikke tatt med: ${linesText(unnamed)}`]
      : []),
    ...(levelless.length > 0
      ? [`Nivået kan ikke leses, og er satt til 1: ${linesText(levelless)}`]
      : []),
  ]
}

/** Rows of a stykkliste, and what is not read of the table. */
export type Reading = { readonly rows: readonly PastedRow[]; readonly left: readonly string[] }

/** The first row may be headings. Without them there may be a second reading, where no number of the first is known. */
export const readingsOf = (table: Table): readonly Reading[] =>
  layoutsOf(table).map((layout) => ({ rows: rowsOf(layout), left: leftIn(layout) }))
