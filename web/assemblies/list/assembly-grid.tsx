/* oxlint-disable react/incompatible-library -- no compiler here that could be misled */
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { cardsAcross, gridColumns } from '../../lib/list/grid-columns.ts'
import type { Assembly } from '../assembly.ts'

/** Up to here every card is in the page; beyond it only the rows in view. */
const plainUpTo = 48
const gap = 12

type Props = {
  assemblies: readonly Assembly[]
  across: 1 | 4
  estimate: number
  children: (assembly: Assembly) => ReactNode
}

const useWindowWidth = () => {
  const [width, setWidth] = useState(innerWidth)
  useLayoutEffect(() => {
    const read = () => setWidth(innerWidth)
    addEventListener('resize', read)
    return () => removeEventListener('resize', read)
  }, [])
  return width
}

const look = (across: 1 | 4) =>
  across === 1 ? 'divide-y divide-line panel' : `grid gap-3 ${gridColumns[4]}`

/** Cards side by side, or lines below each other, scrolled with the page. */
export const AssemblyGrid = (props: Props) =>
  props.assemblies.length > plainUpTo ? <Windowed {...props} /> : <Plain {...props} />

const Plain = ({ assemblies, across, children }: Props) => (
  <ul className={look(across)}>
    {assemblies.map((assembly) => (
      <li key={assembly.id} className="min-w-0">
        {children(assembly)}
      </li>
    ))}
  </ul>
)

const Windowed = ({ assemblies, across, estimate, children }: Props) => {
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [])
  const windowWidth = useWindowWidth()
  const perRow = across === 1 ? 1 : cardsAcross(windowWidth, 4)
  const virtual = useWindowVirtualizer({
    count: Math.ceil(assemblies.length / perRow),
    estimateSize: () => estimate,
    gap: across === 1 ? 0 : gap,
    scrollMargin: top,
    overscan: 3,
  })
  return (
    <div
      ref={list}
      className={`relative ${across === 1 ? 'panel' : ''}`}
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map(({ key, index, start }) => (
        <ul
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          className={`absolute inset-x-0 top-0 ${across === 1 ? 'border-b border-line' : look(4)}`}
          style={{ transform: `translateY(${start - top}px)` }}
        >
          {assemblies.slice(index * perRow, (index + 1) * perRow).map((assembly) => (
            <li key={assembly.id} className="min-w-0">
              {children(assembly)}
            </li>
          ))}
        </ul>
      ))}
    </div>
  )
}
