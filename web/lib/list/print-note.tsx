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

/** On paper the columns share the width as they do on the screen, which is set as `--share`. */
export const printedCell =
  'print:static! print:w-0! print:min-w-0 print:grow-(--share) print:px-1 print:border-0'
export const printedText = 'print:line-clamp-none print:whitespace-normal print:wrap-anywhere'

/** On paper a list does not scroll, so the browser forgets where it was. */
export const useScrollAfterPrint = (scroller: RefObject<HTMLElement | null>): void => {
  const top = useRef(0)
  useWindowEvent('beforeprint', () => {
    top.current = scroller.current?.scrollTop ?? 0
  })
  useWindowEvent('afterprint', () => scroller.current?.scrollTo({ top: top.current }))
}

type Props = Pick<ListProps<never>, 'items' | 'entity'> & { view: View<unknown>; drawn: number }

/** How many items the lines have: the last line of cards may be partly filled. */
export const itemsIn = (
  lines: readonly { readonly index: number }[],
  across: number,
  count: number,
): number => lines.reduce((sum, { index }) => sum + Math.min(across, count - index * across), 0)

/** Only the rows that are drawn are printed. */
export const PrintNote = ({ items, entity, view, drawn }: Props) =>
  drawn < view.count && (
    <p className="hidden print:block">
      Utskriften har {count(drawn)} av {count(view.count)} {items}.
      {entity && ' «Eksporter» gir alle.'}
    </p>
  )
