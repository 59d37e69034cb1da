import type { Problem } from '#contracts/csv/answer.ts'
import type { Value } from '#contracts/fields.ts'
import type { NumberCell } from '#kernel/xlsx/cell-text.ts'

/** An error, since it ends a stream of rows in the middle. The routes turn it into a refusal of the whole file. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
  readonly problem: Problem
  /** The file's headings, if the user could map them. */
  readonly headings: readonly string[] | null
  constructor(
    message: string,
    at: Partial<Problem> = {},
    headings: readonly string[] | null = null,
  ) {
    super(message)
    this.headings = headings
    this.problem = { line: 1, column: '', value: '', ...at, message }
  }
}

export const refuseFile = (
  message: string,
  at?: Partial<Problem>,
  headings: readonly string[] | null = null,
): never => {
  throw new UnreadableFile(message, at, headings)
}

const longest = 200
export const shown = (cell: string): string =>
  cell.length > longest ? `${cell.slice(0, longest)} …` : cell

export type Row = {
  readonly line: number
  readonly cells: readonly string[]
  /** Columns with numbers that use a decimal point, whatever the file's decimal mark. */
  readonly numbers?: ReadonlyMap<number, NumberCell>
  /** By column: why a cell has no value. */
  readonly faults?: ReadonlyMap<number, string>
}

export const limits = {
  cell: 100_000,
  record: 1_000_000,
  columns: 1_000,
  rows: 1_000_000,
  bytes: 100 * 1024 * 1024,
} as const

/** Also a row with only the DOS end-of-file character. */
export const isBlank = ({ cells, faults }: Row): boolean =>
  !faults?.size && cells.every((cell) => cell.trim() === '' || cell === '\u001a')

/** The parsed cells of a row, before its record is known. */
export type ReadRow = {
  readonly line: number
  readonly cells: readonly string[]
  /** Values by column key. References are names. */
  readonly given: ReadonlyMap<string, Value>
  /** Keys of the file's columns that are empty in the row. */
  readonly blank: ReadonlySet<string>
  /** True if it has amounts without a stated currency. */
  readonly isCurrencyAssumed: boolean
  readonly errors: readonly Problem[]
  readonly warnings: readonly Problem[]
}

export const nothingIn = (row: Row): ReadRow => ({
  ...row,
  given: new Map(),
  blank: new Set(),
  isCurrencyAssumed: false,
  errors: [],
  warnings: [],
})
