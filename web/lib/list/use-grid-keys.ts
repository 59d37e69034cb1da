import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'

/** The row that a key moves to; undefined for other keys. */
export const rowAfter = (
  key: string,
  index: number,
  count: number,
  page = 10,
): number | undefined => {
  const to = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + page,
    PageUp: index - page,
    Home: 0,
    End: count - 1,
  }[key]
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to))
}

/** What a key does in a row; undefined leaves it to the browser. */
export type KeyAction = (() => void) | undefined
type ActionFor = (event: KeyboardEvent, index: number, moveTo: (to: number) => void) => KeyAction

/** Roving tabindex over the rows of a virtual list. */
export const useRowKeys = (
  scroller: RefObject<HTMLElement | null>,
  count: number,
  actionFor: ActionFor,
) => {
  const [current, setActive] = useState(0)
  const toFocus = useRef<number | null>(null)
  const active = Math.max(0, Math.min(current, count - 1))

  // In an effect, since a virtual row may have to be rendered first.
  useEffect(() => {
    if (toFocus.current === null) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${toFocus.current}"]`)
    toFocus.current = null
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }, [active, scroller])

  const moveTo = (to: number) => {
    if (to !== active) toFocus.current = to
    setActive(to)
  }
  const indexOf = (target: EventTarget) => {
    const row = (target as HTMLElement).closest<HTMLElement>('[data-index]')
    return row && Number(row.dataset['index'])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const index = indexOf(event.target)
    const action = index === null ? undefined : actionFor(event, index, moveTo)
    if (!action) return
    event.preventDefault()
    action()
  }
  const onFocus = ({ target }: FocusEvent) => setActive(indexOf(target) ?? active)
  return { active, handlers: { onKeyDown, onFocus } }
}

const moveInRow = (row: Element, step: number) => {
  const stops = [row, ...row.querySelectorAll('a[href], button')]
  const next = stops[stops.indexOf(document.activeElement!) + step]
  if (next instanceof HTMLElement) next.focus()
}

type GridActions = {
  readonly open: (index: number) => void
  /** With a range: all rows from the last one marked. */
  readonly mark: (index: number, isRange: boolean) => void
  readonly markAll: () => void
}

/** Arrows move between rows and their controls, Enter opens, Space marks, and Ctrl+A marks all. */
export const useGridKeys = (
  scroller: RefObject<HTMLElement | null>,
  count: number,
  { open, mark, markAll }: GridActions,
) =>
  useRowKeys(scroller, count, (event, index, moveTo): KeyAction => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event
    const row = (target as Element).closest('[data-index]')!
    if (key === 'a' && (ctrlKey || metaKey)) return markAll
    // Leave these to the browser: Alt+Left goes back.
    if (altKey || metaKey) return undefined
    const to = rowAfter(key, index, count)
    if (to !== undefined) return () => moveTo(to)
    if (key === 'ArrowRight') return () => moveInRow(row, 1)
    if (key === 'ArrowLeft') return () => moveInRow(row, -1)
    if (target !== row) return undefined
    if (key === 'Enter') return () => open(index)
    return key === ' ' ? () => mark(index, shiftKey) : undefined
  })
