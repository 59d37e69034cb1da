import { useRef, type RefObject } from 'react'
import { count } from '../format.ts'
import { useWindowEvent } from '../use-window-event.ts'
import type { ListProps, View } from './list-props.ts'

/** For a virtual list: its rows below each other, not where they stand in the list. */
export const printedList = 'print:h-auto!'
export const printedRow = 'print:static! print:transform-none!'

/** On paper only what was asked for and how much was found. */
export const printedToolbar = 'print:[&>:not(output)]:hidden'

export const PrintedSearch = ({ search }: { search: string }) =>
  search.trim() && <span className="hidden print:inline"> Søk: «{search.trim()}»</span>

/** On paper a list does not scroll, so the browser forgets where it was. */
export const useScrollAfterPrint = (scroller: RefObject<HTMLElement | null>): void => {
  const top = useRef(0)
  useWindowEvent('beforeprint', () => {
    top.current = scroller.current?.scrollTop ?? 0
  })
  useWindowEvent('afterprint', () => scroller.current?.scrollTo({ top: top.current }))
}

type Props = Pick<ListProps<never>, 'items' | 'entity'> & {
  view: View<unknown>
  drawn: number
  /** The place of the first. */
  first?: number
}

/** How much of the list is printed, if not all of it. */
export const PrintNote = ({ items, entity, view, drawn, first = 0 }: Props) =>
  drawn < view.count && (
    <p className="hidden print:block">
      Utskriften har {count(drawn)} av {count(view.count)} {items}
      {first > 0 && `, fra nr. ${count(first + 1)}`}.{entity && ' «Eksporter» gir alle.'}
    </p>
  )
