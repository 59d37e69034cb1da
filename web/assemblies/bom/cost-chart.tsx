import { useParentSize } from '@visx/responsive'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import type { Slice } from './cost-shares.ts'

const lineHeight = 40
const barHeight = 14
/** More are too thin to tell apart: the table has them all. */
const mostBars = 12
const signWidth = 7

type Drawn = { readonly name: string; readonly part: number }

const barsOf = (slices: readonly Slice[]): readonly Drawn[] => {
  const drawn = slices.filter(({ part }) => part > 0)
  const shown = drawn.length > mostBars ? drawn.slice(0, mostBars - 1) : drawn
  const rest = drawn.slice(shown.length)
  return [
    ...shown.map(({ share: { name }, part }) => ({ name, part })),
    ...(rest.length > 0
      ? [{ name: `${rest.length} andre`, part: rest.reduce((sum, { part }) => sum + part, 0) }]
      : []),
  ]
}

const cut = (text: string, width: number) => {
  const most = Math.floor(width / signWidth)
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

type Props = {
  slices: readonly Slice[]
  /** The line of the table that the pointer or the focus is in. */
  active: number | null
  onActive: (index: number | null) => void
}

export const CostChart = ({ slices, active, onActive }: Props) => {
  const { parentRef, width } = useParentSize({ ignoreDimensions: ['height', 'top', 'left'] })
  const bars = barsOf(slices)
  const height = bars.length * lineHeight
  const x = scaleLinear({
    domain: [0, Math.max(...bars.map(({ part }) => part))],
    range: [0, width],
  })
  const y = scaleBand({ domain: bars.map((_, index) => index), range: [0, height] })
  return (
    <div ref={parentRef} className="min-w-0">
      <svg aria-hidden width={width} height={height} className="block">
        {bars.map(({ name, part }, index) => (
          <g
            key={index}
            onPointerEnter={() => onActive(index)}
            onPointerLeave={() => onActive(null)}
          >
            <text x={0} y={y(index)! + 14} className="fill-ink text-xs">
              {cut(name, width)}
            </text>
            <Bar
              x={0}
              y={y(index)! + 20}
              width={Math.max(1, x(part))}
              height={barHeight}
              rx={2}
              className={`forced-colors:fill-[CanvasText] ${index === active ? 'fill-accent-strong' : 'fill-accent'}`}
            />
          </g>
        ))}
      </svg>
    </div>
  )
}
