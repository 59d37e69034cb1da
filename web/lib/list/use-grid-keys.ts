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

const stops = (row: HTMLElement) => [row, ...row.querySelectorAll<HTMLElement>('a[href], button')]

type GridActions = {
  readonly open: (index: number) => void
  /** With a range: all rows from the last one marked. */
  readonly mark: (index: number, isRange: boolean) => void
  readonly markAll: () => void
}

/** Roving tabindex: arrows move between rows and their controls, Enter opens, Space marks, and Ctrl+A marks all. */
export const useGridKeys = (
  scroller: RefObject<HTMLElement | null>,
  count: number,
  { open, mark, markAll }: GridActions,
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
    toFocus.current = to
    setActive(to)
  }
  const moveInRow = (row: HTMLElement, step: number) => {
    const all = stops(row)
    all[all.indexOf(document.activeElement as HTMLElement) + step]?.focus()
  }
  /** Undefined for keys that are not handled here. */
  const actionFor = (event: KeyboardEvent, row: HTMLElement): (() => void) | undefined => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event
    const index = Number(row.dataset['index'])
    if (key === 'a' && (ctrlKey || metaKey)) return markAll
    // Leave these to the browser: Alt+Left goes back.
    if (altKey || metaKey) return undefined
    const to = rowAfter(key, index, count)
    if (to !== undefined) return () => to !== index && moveTo(to)
    if (key === 'ArrowRight') return () => moveInRow(row, 1)
    if (key === 'ArrowLeft') return () => moveInRow(row, -1)
    if (target !== row) return undefined
    if (key === 'Enter') return () => open(index)
    return key === ' ' ? () => mark(index, shiftKey) : undefined
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    const action = row && actionFor(event, row)
    if (!action) return
    event.preventDefault()
    action()
  }
  const onFocus = (event: FocusEvent) => {
    const row = event.target.closest<HTMLElement>('[data-index]')
    if (row) setActive(Number(row.dataset['index']))
  }
  return { active, handlers: { onKeyDown, onFocus } }
}
