import pLimit from 'p-limit'
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import { save } from '../../lib/api.ts'
import { rowAfter } from '../../lib/list/use-grid-keys.ts'
import { refresh } from '../../lib/refresh.ts'
import { submitChange } from '../../lib/submit-change.ts'
import { announce } from '../../lib/toasts.tsx'
import { linesPath } from '../shared/api.ts'
import type { Link } from '../shared/assembly.ts'
import { titleOf } from '../shared/candidates.ts'
import { moved, type Ordered, type useLinks } from '../shared/links.ts'

type Reorder = ReturnType<typeof useLinks>['reorder']

/** Sends the changes one at a time, and revalidates after the last. What could not be saved is not shown as if it were. */
const useOrders = (assemblyId: number, reorder: Reorder) => {
  const [queue] = useState(() => pLimit(1))
  const saved = useRef<readonly Ordered[]>([])
  const refreshLast = async () => {
    if (queue.pendingCount === 0) await refresh()
  }
  return (links: readonly Ordered[], lines: readonly Ordered[]) => {
    if (queue.activeCount + queue.pendingCount === 0) saved.current = links
    const send = async () => {
      try {
        await save('POST', linesPath(assemblyId), { lines })
        saved.current = [...links, ...lines]
      } catch (error) {
        reorder(saved.current)
        throw error
      }
    }
    const failed = 'Kunne ikke lagre rekkefølgen'
    void queue(() => submitChange({ send, failed, refresh: refreshLast }))
  }
}

const rowAt = (list: HTMLElement, y: number): number => {
  const rows = [...list.children]
  const at = rows.findIndex((row) => y < row.getBoundingClientRect().bottom)
  return at < 0 ? rows.length - 1 : at
}

/** After a move, the handle of the row at its new place has the focus. */
const useFocusOnMoved = (list: RefObject<HTMLElement | null>, links: readonly Link[]) => {
  const place = useRef<number | null>(null)
  useEffect(() => {
    if (place.current === null) return
    const row = list.current?.children[place.current]
    place.current = null
    row?.querySelector<HTMLElement>('[data-handle]')?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }, [list, links])
  return (to: number) => void (place.current = to)
}

export type Drag = { readonly from: number; readonly to: number }

/** Reorders links of one kind with arrow keys or by dragging, as an optimistic update. */
export const useReorder = (assemblyId: number, links: readonly Link[], reorder: Reorder) => {
  const [drag, setDrag] = useState<Drag | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const focusAt = useFocusOnMoved(list, links)
  const send = useOrders(assemblyId, reorder)

  const move = (from: number, to: number) => {
    const link = links[from]
    if (!link || from === to) return
    const lines = moved(links, from, to)
    announce(`${titleOf(link.kind, link.record)}, plass ${to + 1} av ${links.length}`)
    focusAt(to)
    reorder(lines)
    send(links, lines)
  }
  const handleOf = (index: number) => ({
    onKeyDown: (event: KeyboardEvent) => {
      const to = rowAfter(event.key, index, links.length)
      if (to === undefined) return
      event.preventDefault()
      move(index, to)
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ from: index, to: index })
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      if (!drag || !list.current) return
      const to = rowAt(list.current, clientY)
      list.current.children[to]?.scrollIntoView({ block: 'nearest' })
      if (to !== drag.to) setDrag({ ...drag, to })
    },
    onPointerUp: () => {
      setDrag(null)
      if (drag) move(drag.from, drag.to)
    },
    onPointerCancel: () => setDrag(null),
  })
  return { list, drag, handleOf }
}

export type Handle = ReturnType<ReturnType<typeof useReorder>['handleOf']>
