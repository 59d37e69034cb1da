import { useEffect, useState, type RefObject } from 'react'
import type { Column } from './list-props.ts'
import { choicesFor, keepChoices } from './use-list-state.ts'

export const minWidth = 80
/** On a phone the actions of a row are behind one button. */
export const compactActionsWidth = 49
/** Narrower than this, a list has no room for a button per action. */
const roomForActions = 560

/** Of the column of actions, in a list of this width; 0 is not known yet. */
export const actionsWidth = (actions: number, width: number): number => {
  if (actions === 0) return 0
  return width > 0 && width < roomForActions ? compactActionsWidth : 120 + 20 * actions
}

/** The width inside an element, as it changes; 0 before it is known. */
export const useWidth = (element: RefObject<HTMLElement | null>): number => {
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

/** Widths as chosen; the first column takes what the others leave, until its own width is chosen. */
export const useColumnWidths = <Row>(
  name: string,
  columns: readonly Column<Row>[],
  hidden: readonly string[],
  room: number,
) => {
  const [chosen, setChosen] = useState(() => choicesFor(name).widths ?? {})
  useEffect(() => keepChoices(name, { widths: chosen }), [name, chosen])
  const shown = columns.filter(({ key }) => !hidden.includes(key))
  const taken = shown.slice(1).reduce((sum, { width = 160 }) => sum + width, 0)
  const widths = shown.map(
    ({ key, width }, at) =>
      chosen[key] ?? (at === 0 ? Math.max(width ?? 240, room - taken) : (width ?? 160)),
  )
  const resize = (key: string, width: number) =>
    setChosen((before) => ({ ...before, [key]: Math.max(minWidth, width) }))
  return { shown, widths, resize }
}
