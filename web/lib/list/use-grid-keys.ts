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

  const aside = (row: HTMLElement, step: number) => {
    const all = stops(row)
    all[all.indexOf(document.activeElement as HTMLElement) + step]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Those are the browser's: Alt+Left goes back.
    if (event.altKey || event.metaKey) return
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    if (!row) return
    const index = Number(row.dataset['index'])
    const to = rowAfter(event.key, index, count)
    if (to !== undefined) {
      event.preventDefault()
      if (to === index) return
      toFocus.current = to
      setActive(to)
    } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      event.preventDefault()
      aside(row, event.key === 'ArrowRight' ? 1 : -1)
    } else if (event.key === 'Enter' && event.target === row) {
      event.preventDefault()
      open(index)
    } else if (event.key === ' ' && event.target === row) {
      event.preventDefault()
      mark(index, event.shiftKey)
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      markAll()
    }
  }
  const onFocus = (event: FocusEvent) => {
    const row = event.target.closest<HTMLElement>('[data-index]')
    if (row) setActive(Number(row.dataset['index']))
  }
  return { active, handlers: { onKeyDown, onFocus } }
}
