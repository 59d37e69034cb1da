/* oxlint-disable react/incompatible-library -- no compiler here that could be misled */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import type { DataListProps } from './list-props.ts'
import { cardsAcross, gridColumns } from './grid-columns.ts'

const useWindowWidth = () => {
  const [width, setWidth] = useState(() => innerWidth)
  useEffect(() => {
    const measure = () => setWidth(innerWidth)
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])
  return width
}

/** Cards in rows of as many as fit; only the rows in sight exist. */
export const CardGrid = <Row extends { readonly id: number | string }>({
  items,
  view,
  actions = [],
  onOpen,
  card,
  cardColumns = 4,
}: DataListProps<Row>) => {
  const scroller = useRef<HTMLDivElement>(null)
  const across = cardsAcross(useWindowWidth(), cardColumns)
  const virtual = useVirtualizer({
    count: Math.ceil(view.count / across),
    getScrollElement: () => scroller.current,
    estimateSize: () => 190,
    gap: 12,
    overscan: 3,
  })
  const inSight = virtual.getVirtualItems()
  const [first, last] = [inSight[0]?.index ?? 0, inSight.at(-1)?.index ?? 0]
  const { want } = view
  useEffect(() => want?.(first * across, (last + 1) * across - 1), [want, first, last, across])

  return (
    <div
      ref={scroller}
      tabIndex={-1}
      className="-m-1 max-h-[calc(100dvh-4rem)] min-h-0 overflow-auto p-1 md:max-h-full"
    >
      <ul aria-label={items} className="relative" style={{ height: virtual.getTotalSize() }}>
        {inSight.map((line) => (
          <li
            key={line.key}
            ref={virtual.measureElement}
            data-index={line.index}
            className="absolute top-0 left-0 w-full"
            style={{ transform: `translateY(${line.start}px)` }}
          >
            <ul className={`grid gap-3 ${gridColumns[cardColumns]}`}>
              {Array.from({ length: across }, (_, at) => view.at(line.index * across + at)).map(
                (row) =>
                  row && (
                    <li key={row.id} className="panel flex min-w-0 flex-col overflow-hidden">
                      {onOpen ? (
                        <button
                          type="button"
                          className="flex flex-1 flex-col justify-start p-4 text-left outline-offset-[-3px] hover:bg-hover"
                          onClick={() => onOpen(row)}
                        >
                          {card(row)}
                        </button>
                      ) : (
                        <div className="flex-1 p-4">{card(row)}</div>
                      )}
                      {actions.length > 0 && (
                        <div className="flex flex-wrap gap-1 border-t border-line px-2 py-1.5">
                          {actions
                            .filter(({ fits }) => fits?.(row) ?? true)
                            .map(({ label, icon, onSelect, destructive }) => (
                              <Button
                                key={label}
                                small
                                look="ghost"
                                icon={icon}
                                className={destructive ? 'hover:text-danger' : ''}
                                onClick={() => onSelect(row)}
                              >
                                {label}
                              </Button>
                            ))}
                        </div>
                      )}
                    </li>
                  ),
              )}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  )
}
