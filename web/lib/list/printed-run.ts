import { usePrinted } from '../use-printed.ts'
import type { View } from './list-props.ts'

type Run<Row> = { readonly first: number; readonly rows: readonly Row[] }

/** Without a gap: of a list that the server pages, one or two pages. */
const loadedIn = <Row>(view: View<Row>): Run<Row> => {
  const all = Array.from({ length: view.count }, (_, index) => view.at(index))
  const first = all.findIndex((row) => row !== undefined)
  const end = all.indexOf(undefined, first)
  return { first, rows: all.slice(first, end < 0 ? all.length : end) as Row[] }
}

/** The rows that were loaded when printing began; null while nothing is printed. */
export const usePrintedRun = <Row>(view: View<Row>) => usePrinted(() => loadedIn(view))

type Line = {
  readonly key: number | bigint | string
  readonly index: number
  readonly start: number
}

const linesOf = ({ first, rows }: Run<unknown>, perLine: number): readonly Line[] => {
  if (rows.length === 0) return []
  const [from, to] = [first, first + rows.length - 1].map((at) => Math.floor(at / perLine))
  return Array.from({ length: to! - from! + 1 }, (_, at) => {
    const index = from! + at
    return { key: index, index, start: 0 }
  })
}

/** Of a virtual list: the lines in sight, or on paper those of all rows that are loaded. */
export const useDrawnLines = (view: View<unknown>, inSight: readonly Line[], perLine: number) => {
  const run = usePrintedRun(view)
  return { run, lines: run ? linesOf(run, perLine) : inSight }
}
