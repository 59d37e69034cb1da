import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { useEffect, useRef, type RefObject } from 'react'
import type { View } from './list-props.ts'
import type { ListState } from './use-list-state.ts'

/** Tells the view which rows are visible, when each line has several. */
export const useVisibleRows = (
  { onSight }: View<unknown>,
  lines: readonly { readonly index: number }[],
  perLine = 1,
): void => {
  const [first, last] = [lines[0]?.index ?? 0, lines.at(-1)?.index ?? 0]
  useEffect(
    () => onSight?.(first * perLine, (last + 1) * perLine - 1),
    [onSight, first, last, perLine],
  )
}

/** Shows the first rows after a new search, filter or order. */
export const useScrollToFirst = (
  scroller: RefObject<HTMLElement | null>,
  { search, filters, sort }: ListState,
): void => {
  const query = JSON.stringify([search, filters, sort])
  const shown = useRef(query)
  useEffect(() => {
    if (shown.current !== query) scroller.current?.scrollTo({ top: 0 })
    shown.current = query
  }, [query, scroller])
}

/** Keep the focused row rendered: removing it would lose the focus. */
export const inSightWith = (active: number) => (range: Range) =>
  [...new Set([...defaultRangeExtractor(range), active])]
    .filter((index) => index < range.count)
    .toSorted((a, b) => a - b)
