import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { Button } from '../button.tsx'
import { gridColumns, useCardsAcross } from './grid-columns.ts'
import { rowName, type DataListProps, type Identified } from './list-props.ts'
import { MarkBox } from './marks.tsx'
import { printedList, PrintNote, printedRow, useScrollAfterPrint } from './print-note.tsx'
import { useDrawnLines } from './printed-run.ts'
import { useScrollToFirst, useVisibleRows } from './use-visible-rows.ts'

type CardProps<Row extends Identified> = DataListProps<Row> & { row: Row }

const Card = <Row extends Identified>({
  row,
  entity,
  columns,
  actions = [],
  onOpen,
  card,
}: CardProps<Row>) => (
  <li className="panel @container flex min-w-0 break-inside-avoid flex-col overflow-hidden">
    {onOpen ? (
      <button
        type="button"
        className="flex flex-1 flex-col justify-start p-4 text-left outline-offset-[-3px] hover:bg-hover"
        onClick={() => onOpen(row)}
      >
        {card(row)}
      </button>
    ) : (
      <div className="relative flex-1 p-4 has-[a:hover]:bg-hover">{card(row)}</div>
    )}
    {actions.length > 0 && (
      <div className="flex flex-wrap items-center gap-1 border-t border-line px-2 py-1.5 print:hidden">
        <MarkBox id={row.id} name={rowName({ entity, columns }, row)} />
        {actions
          .filter(({ fits }) => fits?.(row) ?? true)
          .map(({ label, icon, onSelect, destructive }) => (
            <Button
              key={label}
              small
              look="ghost"
              icon={icon}
              className={`@max-[19rem]:[&>svg]:hidden ${destructive ? 'hover:text-danger' : ''}`}
              onClick={() => onSelect(row)}
            >
              {label}
            </Button>
          ))}
      </div>
    )}
  </li>
)

export const CardGrid = <Row extends Identified>(props: DataListProps<Row>) => {
  const { items, state, view, cardColumns = 4 } = props
  const scroller = useRef<HTMLDivElement>(null)
  useScrollAfterPrint(scroller)
  useScrollToFirst(scroller, state)
  const across = useCardsAcross(cardColumns)
  const virtual = useVirtualizer({
    count: Math.ceil(view.count / across),
    getScrollElement: () => scroller.current,
    estimateSize: () => 190,
    gap: 12,
    overscan: 3,
  })
  const inSight = virtual.getVirtualItems()
  useVisibleRows(view, inSight, across)
  const { run, lines } = useDrawnLines(view, inSight, across)

  return (
    <>
      {run && <PrintNote {...props} drawn={run.rows.length} first={run.first} />}
      <div
        ref={scroller}
        tabIndex={-1}
        className="-m-1 max-h-[calc(100dvh-4rem)] min-h-0 overflow-auto p-1 md:max-h-full print:max-h-none! print:overflow-visible"
      >
        <ul
          aria-label={items}
          className={`relative ${printedList}`}
          style={{ height: virtual.getTotalSize() }}
        >
          {lines.map(({ key, index, start }) => (
            <li
              key={key}
              ref={run ? null : virtual.measureElement}
              data-index={index}
              className={`absolute top-0 left-0 w-full ${printedRow} print:mb-3`}
              style={{ transform: `translateY(${start}px)` }}
            >
              <ul className={`grid gap-3 ${gridColumns[cardColumns]}`}>
                {Array.from({ length: across }, (_, at) => view.at(index * across + at)).map(
                  (row) => row && <Card key={row.id} {...props} row={row} />,
                )}
              </ul>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
