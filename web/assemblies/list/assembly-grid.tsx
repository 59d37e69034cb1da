/* oxlint-disable react/incompatible-library -- no compiler here that could be misled */
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { cardsAcross, gridColumns } from '../../lib/list/grid-columns.ts'
import type { View } from '../../lib/list/use-local-view.ts'
import type { Assembly } from '../assembly.ts'

/** Up to here every card is in the page; beyond it only the rows in view. */
const plainUpTo = 48
const gap = 12

type Props = {
  view: View<Assembly>
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
  props.view.count > plainUpTo ? <Windowed {...props} /> : <Plain {...props} />

type PlacesProps = Pick<Props, 'view' | 'estimate' | 'children'> & { first: number; most: number }

/** Some of the list. What is still on its way keeps its place. */
const Places = ({ view, estimate, children, first, most }: PlacesProps) =>
  Array.from({ length: Math.max(0, Math.min(most, view.count - first)) }, (_, place) => {
    const assembly = view.at(first + place)
    return assembly ? (
      <li key={assembly.id} className="min-w-0">
        {children(assembly)}
      </li>
    ) : (
      <li
        key={`#${first + place}`}
        aria-busy
        className="animate-pulse rounded-lg bg-sunken"
        style={{ height: estimate }}
      />
    )
  })

const Plain = (props: Props) => (
  <ul className={look(props.across)}>
    <Places {...props} first={0} most={plainUpTo} />
  </ul>
)

const Windowed = (props: Props) => {
  const { view, across, estimate } = props
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [])
  const windowWidth = useWindowWidth()
  const perRow = across === 1 ? 1 : cardsAcross(windowWidth, 4)
  const virtual = useWindowVirtualizer({
    count: Math.ceil(view.count / perRow),
    estimateSize: () => estimate,
    gap: across === 1 ? 0 : gap,
    scrollMargin: top,
    overscan: 3,
  })
  const inSight = virtual.getVirtualItems()
  const [first, last] = [inSight[0]?.index ?? 0, inSight.at(-1)?.index ?? 0]
  const { want } = view
  useEffect(() => want?.(first * perRow, (last + 1) * perRow - 1), [want, first, last, perRow])
  return (
    <div
      ref={list}
      className={`relative ${across === 1 ? 'panel' : ''}`}
      style={{ height: virtual.getTotalSize() }}
    >
      {inSight.map(({ key, index, start }) => (
        <ul
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          className={`absolute inset-x-0 top-0 ${across === 1 ? 'border-b border-line' : look(4)}`}
          style={{ transform: `translateY(${start - top}px)` }}
        >
          <Places {...props} first={index * perRow} most={perRow} />
        </ul>
      ))}
    </div>
  )
}
