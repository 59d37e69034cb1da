import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'

/** Where a key leads from a row; undefined when it leads nowhere. */
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
  /** As a range from the row that was marked before. */
  readonly mark: (index: number, isRange: boolean) => void
  readonly markAll: () => void
}

/**
 * One Tab stop for the whole grid. Up and down walk the rows, left and right the links and buttons of a
 * row, Enter opens it, Space marks it, with Shift all from the last, and Ctrl+A marks all.
 */
export const useGridKeys = (
  scroller: RefObject<HTMLElement | null>,
  count: number,
  { open, mark, markAll }: GridActions,
) => {
  const [current, setActive] = useState(0)
  const toFocus = useRef<number | null>(null)
  const active = Math.max(0, Math.min(current, count - 1))

  // The row may have to be drawn first.
  useEffect(() => {
    if (toFocus.current === null) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${toFocus.current}"]`)
    toFocus.current = null
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }, [active, scroller])

  const walk = (to: number) => {
    toFocus.current = to
    setActive(to)
  }
  const aside = (row: HTMLElement, step: number) => {
    const all = stops(row)
    all[all.indexOf(document.activeElement as HTMLElement) + step]?.focus()
  }
  /** What a key does from a row; undefined when it does nothing here. */
  const workOf = (event: KeyboardEvent, row: HTMLElement): (() => void) | undefined => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event
    const index = Number(row.dataset['index'])
    if (key === 'a' && (ctrlKey || metaKey)) return markAll
    // Those are the browser's: Alt+Left goes back.
    if (altKey || metaKey) return undefined
    const to = rowAfter(key, index, count)
    if (to !== undefined) return () => to !== index && walk(to)
    if (key === 'ArrowRight') return () => aside(row, 1)
    if (key === 'ArrowLeft') return () => aside(row, -1)
    if (target !== row) return undefined
    if (key === 'Enter') return () => open(index)
    return key === ' ' ? () => mark(index, shiftKey) : undefined
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    const work = row && workOf(event, row)
    if (!work) return
    event.preventDefault()
    work()
  }
  const onFocus = (event: FocusEvent) => {
    const row = event.target.closest<HTMLElement>('[data-index]')
    if (row) setActive(Number(row.dataset['index']))
  }
  return { active, handlers: { onKeyDown, onFocus } }
}
