import type { Problem } from '#contracts/csv/answer.ts'

/** Thrown, since it ends a stream of rows in the middle; the edge makes it a refusal of the whole file. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
  readonly problem: Problem
  /** What the file calls its columns, where somebody could say which is which. */
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

const longest = 200
/** A cell as it is quoted in a message's value: not a megabyte of it. */
export const shown = (cell: string): string =>
  cell.length > longest ? `${cell.slice(0, longest)} …` : cell
