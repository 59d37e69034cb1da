type Range = { readonly from: number; to: number }

const shown = 10
const mostRanges = 1_000

/** Written as 5–8, 12. */
const createLineRanges = () => {
  const ranges: Range[] = []
  let count = 0
  return {
    add: (from: number, to = from): void => {
      const last = ranges.at(-1)
      // Merged cells of one row repeat a range; hidden rows extend it.
      if (last && from >= last.from && from <= last.to + 1) last.to = Math.max(last.to, to)
      else if (++count <= mostRanges) ranges.push({ from, to })
    },
    below: (line: number): { readonly first: number; readonly text: string } | null => {
      const found = ranges.filter(({ to }) => to > line)
      if (found.length === 0) return null
      const more = count - ranges.length + found.length - shown
      const texts = found
        .slice(0, shown)
        .map(({ from, to }) => (from === to ? from : `${from}–${to}`))
      return {
        first: Math.max(found[0]!.from, line + 1),
        text: texts.join(', ') + (more > 0 ? ` og ${more} til` : ''),
      }
    },
  }
}

/** Hidden or merged cells, which staff see differently from what the rows contain. */
export type SheetOddities = {
  readonly hidden: ReturnType<typeof createLineRanges>
  /** Zero-based. */
  readonly hiddenColumns: Range[]
  readonly merged: ReturnType<typeof createLineRanges>
}

export const createOddities = (): SheetOddities => ({
  hidden: createLineRanges(),
  hiddenColumns: [],
  merged: createLineRanges(),
})

/** 'A5:B8' -> [5, 8] */
export const linesOfReference = (reference: string): readonly [from: number, to: number] | null => {
  const [from, to] = reference.split(':').map((cell) => Number(/\d+$/.exec(cell)?.[0]))
  return from && to ? [from, to] : null
}
