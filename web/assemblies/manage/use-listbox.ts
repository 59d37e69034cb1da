/* oxlint-disable react/incompatible-library -- no compiler here that could be misled */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useId, useState, type KeyboardEvent, type RefObject } from 'react'

type Options = {
  scroller: RefObject<HTMLDivElement | null>
  count: number
  estimate: number
  onToggle: (index: number) => void
}

/** A multi-selectable listbox: the focus stays on the list, arrows move among its options. */
export const useListbox = ({ scroller, count, estimate, onToggle }: Options) => {
  const id = useId()
  const [chosen, setActive] = useState(0)
  const active = Math.min(chosen, count - 1)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimate,
    overscan: 10,
    // Without a layout (before the first measure) some options are there nevertheless.
    initialRect: { width: 600, height: 400 },
  })

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(count - 1, index))
    setActive(next)
    virtual.scrollToIndex(next)
  }
  const moves: Record<string, () => void> = {
    ArrowDown: () => moveTo(active + 1),
    ArrowUp: () => moveTo(active - 1),
    PageDown: () => moveTo(active + 8),
    PageUp: () => moveTo(active - 8),
    Home: () => moveTo(0),
    End: () => moveTo(count - 1),
    ' ': () => onToggle(active),
    Enter: () => onToggle(active),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (!move || count === 0) return
    event.preventDefault()
    move()
  }

  return {
    virtual,
    active,
    setActive,
    onKeyDown,
    optionId: (index: number) => `${id}-${index}`,
  }
}
