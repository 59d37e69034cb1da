import { useEffect, useState, type CSSProperties, type RefObject } from 'react'
import { rowName, type Column, type DataListProps, type Identified } from './list-props.ts'
import { choicesFor, keepChoices } from './use-list-state.ts'

const sumOf = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0)

export const minWidth = 80
export const marksWidth = 44
export const compactActionsWidth = 49
/** Narrower lists show the row actions in one menu. */
const roomForActions = 560
/** In narrower lists pinned columns would cover all the others. */
const roomForPinned = 900

/** The smallest width that shows the heading «Handlinger» in full. */
const actionsHeading = 98
const buttonWidth = 34

/** In narrow lists the actions shrink to their buttons if the columns need the space. A `width` of 0 means not measured yet. */
export const actionsWidth = (actions: number, width: number, forColumns = 0): number => {
  if (actions === 0) return 0
  if (width > 0 && width < roomForActions) return compactActionsWidth
  const roomy = 120 + 20 * actions
  return width > 0 && width < roomForPinned && forColumns + roomy > width
    ? Math.max(actionsHeading, 15 + buttonWidth * actions)
    : roomy
}

export type Pinned = readonly (number | undefined)[]

/** The sticky offset from the right edge for each pinned column; undefined for the others. */
export const pinnedAt = <Row>(
  shown: readonly Column<Row>[],
  widths: readonly number[],
  width: number,
  forActions: number,
): Pinned => {
  const first = shown.findLastIndex(({ pinned }) => !pinned) + 1
  return shown.map((_, at) =>
    at < Math.max(1, first) || width < roomForPinned
      ? undefined
      : forActions + sumOf(widths.slice(at + 1)),
  )
}

/** The first pinned column has a border, since the other columns scroll under it. */
export const pinnedLook = (pinned: Pinned, at: number): string => {
  if (pinned[at] === undefined) return at === 0 ? '' : 'unpinned'
  return pinned[at - 1] === undefined ? 'sticky z-1 border-l border-line' : 'sticky z-1'
}

/** The first column takes the remaining space. If the columns overflow, it grows so that no visible one is cut off. */
export const firstWidth = (
  [first = 0, ...others]: readonly number[],
  [, ...pinned]: Pinned,
  room: number,
): number => {
  const stay = others.filter((_, at) => pinned[at] !== undefined)
  let left = room - first - sumOf(stay)
  for (const width of others.filter((_, at) => pinned[at] === undefined)) {
    if (width > left) break
    left -= width
  }
  return first + Math.max(0, left)
}

const useWidth = (element: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const { current } = element
    if (!current) return undefined
    const measure = () => setWidth(current.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return width
}

/** The first column grows until the user has chosen its width. */
export const useLayout = <Row extends Identified>(
  scroller: RefObject<HTMLElement | null>,
  props: DataListProps<Row>,
  hasMarks: boolean,
) => {
  const { name, columns, state, actions = [] } = props
  const [chosen, setChosen] = useState(() => choicesFor(name).widths ?? {})
  useEffect(() => keepChoices(name, { widths: chosen }), [name, chosen])
  const total = useWidth(scroller)
  const forMarks = hasMarks ? marksWidth : 0
  const shown = columns.filter(({ key }) => !state.hidden.includes(key))
  const preferred = shown.map(
    ({ key, width }, at) => chosen[key] ?? width ?? (at === 0 ? 240 : 160),
  )
  const forActions = actionsWidth(actions.length, total - forMarks, sumOf(preferred))
  const pinned = pinnedAt(shown, preferred, total, forActions)
  const room = total - forMarks - forActions
  const widths = preferred.map((width, at) =>
    at === 0 && chosen[shown[0]!.key] === undefined ? firstWidth(preferred, pinned, room) : width,
  )
  const pinnedWidths = widths.filter((_, at) => pinned[at] !== undefined)
  return {
    shown,
    widths,
    pinned,
    actionsWidth: forActions,
    tableWidth: forMarks + sumOf(widths) + forActions,
    /** The widths covered by sticky columns on both sides, as scroll padding. */
    covered: `${forMarks + (widths[0] ?? 0)}px ${sumOf(pinnedWidths) + forActions}px`,
    nameOf: (row: Row) => rowName(props, row),
    resize: (key: string, width: number) =>
      setChosen((before) => ({ ...before, [key]: Math.max(minWidth, width) })),
  }
}

export type Layout<Row extends Identified> = ReturnType<typeof useLayout<Row>>

export const cellStyle = <Row extends Identified>({ widths, pinned }: Layout<Row>, at: number) =>
  ({ width: widths[at], right: pinned[at] }) satisfies CSSProperties
