/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the virtual list positions rows absolutely, which a <table> cannot do */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, type RefObject } from 'react'
import { rowAfter, useRowKeys } from '../../lib/list/use-grid-keys.ts'
import { inSightWith } from '../../lib/list/use-visible-rows.ts'
import type { useCostOf } from './cost.ts'
import type { Row } from './tree.ts'
import { descriptionLook, figures, rowLook, TreegridRow } from './treegrid-row.tsx'

/** What a key does: move the focus, or expand or collapse the row. */
type Answer = { readonly move: number } | 'toggle' | undefined

/** The keys of the WAI-ARIA treegrid pattern, with focus on rows. */
export const treegridKey = (key: string, rows: readonly Row[], at: number): Answer => {
  const row = rows[at]
  if (!row) return undefined
  const move = rowAfter(key, at, rows.length)
  if (move !== undefined) return { move }
  const toggled = row.state === 'leaf' ? undefined : 'toggle'
  if (key === 'Enter' || key === ' ') return toggled
  if (key === 'ArrowRight')
    return row.state === 'open' ? treegridKey('ArrowDown', rows, at) : toggled
  if (key !== 'ArrowLeft') return undefined
  if (row.state === 'open') return toggled
  const parent = rows.findIndex(({ key: other }) => other === row.parent)
  return parent >= 0 ? { move: parent } : undefined
}

type Scroller = RefObject<HTMLElement | null>

const useTreeKeys = (scroller: Scroller, rows: readonly Row[], onToggle: Props['onToggle']) =>
  useRowKeys(scroller, rows.length, (event, at, moveTo) => {
    if (event.altKey || event.metaKey) return undefined
    // Let Enter follow a link.
    if (event.key === 'Enter' && event.target instanceof HTMLAnchorElement) return undefined
    const answer = treegridKey(event.key, rows, at)
    if (answer === 'toggle') return () => onToggle(rows[at]!)
    return answer && (() => moveTo(answer.move))
  })

const useRowsInView = (rows: readonly Row[], active: number, scroller: Scroller) =>
  useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 40,
    getItemKey: (index) => rows[index]!.key,
    overscan: 12,
    rangeExtractor: inSightWith(active),
    initialRect: { width: 800, height: 600 },
  })

const Headings = () => (
  <div
    role="row"
    aria-rowindex={1}
    className={`shrink-0 border-y border-line bg-sunken py-1.5 text-xs font-medium text-muted [scrollbar-gutter:stable] ${rowLook}`}
  >
    <span role="columnheader" className={descriptionLook}>
      Beskrivelse
    </span>
    {figures.map(({ head, look }) => (
      <span key={head} role="columnheader" className={`shrink-0 text-right ${look}`}>
        {head}
      </span>
    ))}
  </div>
)

type Props = {
  rows: readonly Row[]
  costOf: ReturnType<typeof useCostOf>
  onToggle: (row: Row) => void
}

/** A WAI-ARIA treegrid with one tab stop: up and down move the focus, right and left expand and collapse. */
export const Treegrid = ({ rows, costOf, onToggle }: Props) => {
  const scroller = useRef<HTMLDivElement>(null)
  const { active, handlers } = useTreeKeys(scroller, rows, onToggle)
  const virtual = useRowsInView(rows, active, scroller)
  return (
    <div
      role="treegrid"
      aria-label="Hierarki"
      aria-rowcount={rows.length + 1}
      aria-colcount={figures.length + 1}
      tabIndex={-1}
      {...handlers}
      className="flex min-h-0 flex-1 flex-col outline-none"
    >
      <Headings />
      <div
        ref={scroller}
        role="presentation"
        className="min-h-0 flex-1 overflow-auto"
        data-scroller
      >
        <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start }) => (
            <TreegridRow
              key={key}
              ref={virtual.measureElement}
              row={rows[index]!}
              cost={costOf(rows[index]!.item)}
              index={index}
              start={start}
              active={index === active}
              onToggle={onToggle}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
