/* oxlint-disable jsx-a11y/prefer-tag-over-role -- one list whose items are laid out in virtual rows */
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { assembly } from '#contracts/catalogue/assembly.ts'
import { gridColumns, useCardsAcross } from '../../lib/list/grid-columns.ts'
import type { View } from '../../lib/list/list-props.ts'
import { printedList, PrintNote, printedRow } from '../../lib/list/print-note.tsx'
import { useDrawnLines } from '../../lib/list/printed-run.ts'
import { useVisibleRows } from '../../lib/list/use-visible-rows.ts'
import type { Assembly, OpenDialog } from '../shared/assembly.ts'
import { AssemblyCard } from './assembly-card.tsx'
import { AssemblyRow } from './assembly-row.tsx'

/** Up to this number all cards are rendered, so that the browser's search finds them; a longer list is virtual. */
const renderAllUpTo = 48

const layouts = {
  grid: { Item: AssemblyCard, estimate: 520, gap: 12, look: `grid gap-3 ${gridColumns[4]}` },
  list: { Item: AssemblyRow, estimate: 61, gap: 0, look: 'border-b border-line last:border-0' },
} as const

type Shown = { layout: keyof typeof layouts; open: OpenDialog }

/** A placeholder keeps the space of an assembly that is still loading. */
const Place = ({ assembly, layout, open }: Shown & { assembly: Assembly | undefined }) => {
  const { Item, estimate } = layouts[layout]
  if (!assembly)
    return (
      <div
        role="listitem"
        aria-busy
        className="animate-pulse rounded-lg bg-sunken print:hidden"
        style={{ height: estimate }}
      />
    )
  return (
    <div role="listitem" className="min-w-0 break-inside-avoid">
      <Item assembly={assembly} open={open} />
    </div>
  )
}

type Props = Shown & { view: View<Assembly> }

/** A virtual list of cards or lines that scrolls with the page. */
export const AssemblyGrid = ({ view, layout, open }: Props) => {
  const { estimate, gap, look } = layouts[layout]
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [])
  const fitting = useCardsAcross(4)
  const perLine = layout === 'list' ? 1 : fitting
  const virtual = useWindowVirtualizer({
    count: Math.ceil(view.count / perLine),
    estimateSize: () => estimate,
    gap,
    scrollMargin: top,
    overscan: view.count > renderAllUpTo ? 3 : renderAllUpTo,
  })
  const inSight = virtual.getVirtualItems()
  useVisibleRows(view, inSight, perLine)
  const { run, lines } = useDrawnLines(view, inSight, perLine)
  const place = (index: number) => {
    const row = view.at(index)
    return <Place key={row?.id ?? `#${index}`} assembly={row} layout={layout} open={open} />
  }
  return (
    <>
      {run && (
        <PrintNote
          items="sammenstillinger"
          entity={assembly}
          view={view}
          drawn={run.rows.length}
          first={run.first}
        />
      )}
      <div
        ref={list}
        role="list"
        className={`relative ${printedList} ${layout === 'list' ? 'panel' : ''}`}
        style={{ height: virtual.getTotalSize() }}
      >
        {lines.map(({ key, index, start }) => (
          <div
            key={key}
            ref={run ? null : virtual.measureElement}
            role="presentation"
            data-index={index}
            className={`absolute inset-x-0 top-0 ${printedRow} print:mb-3 ${look}`}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            {Array.from({ length: Math.min(perLine, view.count - index * perLine) }, (_, at) =>
              place(index * perLine + at),
            )}
          </div>
        ))}
      </div>
    </>
  )
}
