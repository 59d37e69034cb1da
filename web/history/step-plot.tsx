import { scaleLinear, scaleTime } from '@visx/scale'
import { LinePath } from '@visx/shape'
import type { PointerEvent } from 'react'
import type { PriceChange } from '#contracts/price-history.ts'
import { number } from '../lib/format.ts'
import { effectiveFrom } from './effective-prices.ts'
import { amountIn, type Plot, type Point } from './price-plots.ts'
import { kindsOfPrice, type PriceKind } from './price-texts.ts'

const height = 190
const margin = { top: 10, right: 14, bottom: 24, left: 62 }
/** Pixels. */
const digitWidth = 7
const labelGap = 8

const day = 86_400_000
const formats = {
  hours: new Intl.DateTimeFormat('nb-NO', { hour: '2-digit', minute: '2-digit' }),
  days: new Intl.DateTimeFormat('nb-NO', { day: 'numeric', month: 'short' }),
  months: new Intl.DateTimeFormat('nb-NO', { month: 'short', year: 'numeric' }),
}
const formatFor = (span: number) =>
  span < 3 * day ? formats.hours : span < 120 * day ? formats.days : formats.months

export type Span = readonly [from: number, to: number]

const amountsOf = ({ lines }: Plot): readonly number[] =>
  lines.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []))

const scalesOf = (plot: Plot, span: Span, width: number) => {
  const values = amountsOf(plot)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const room = (most - least || most || 1) * 0.1
  const y = scaleLinear({
    domain: [Math.max(0, least - room), most + room],
    range: [height - margin.bottom, margin.top],
    nice: true,
  })
  const amounts = y.ticks(4).map((tick) => ({ tick, label: number(tick) }))
  const longest = Math.max(...amounts.map(({ label }) => label.length))
  const left = Math.max(margin.left, longest * digitWidth + labelGap)
  return {
    x: scaleTime({ domain: [...span], range: [left, width - margin.right] }),
    y,
    left,
    amounts,
  }
}
type Scales = ReturnType<typeof scalesOf>

const Axes = ({ x, y, left, amounts, span, width }: Scales & { span: Span; width: number }) => {
  const format = formatFor(span[1] - span[0])
  return (
    <g className="fill-muted text-xs">
      {amounts.map(({ tick, label }) => (
        <g key={tick} transform={`translate(0 ${y(tick)})`}>
          <line x1={left} x2={width - margin.right} className="stroke-line" />
          <text x={left - labelGap} dy="0.32em" textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {x.ticks(Math.max(2, Math.floor(width / 110))).map((tick) => (
        <text key={Number(tick)} x={x(tick)} y={height - 6} textAnchor="middle">
          {format.format(tick)}
        </text>
      ))}
    </g>
  )
}

/** Dash patterns make the lines different without colours too. */
export const looks: Record<PriceKind, { className: string; dashes?: string }> = {
  costPrice: { className: 'stroke-accent' },
  salesPrice: { className: 'stroke-success', dashes: '7 4' },
  listPrice: { className: 'stroke-warning', dashes: '2 3' },
}

type Props = {
  plot: Plot
  span: Span
  width: number
  /** Its time and its amounts are marked. */
  change: PriceChange
  onPoint: (instant: number) => void
}

type MarksProps = Pick<Scales, 'y'> & {
  change: PriceChange
  plot: Plot
  x: number
}

const Marks = ({ change, plot, x, y }: MarksProps) =>
  kindsOfPrice.map((kind) => {
    const value = amountIn(change, plot, kind)
    return (
      value !== null && (
        <circle
          key={kind}
          cx={x}
          cy={y(value)}
          r={4}
          strokeWidth={2}
          className={`fill-surface ${looks[kind].className}`}
        />
      )
    )
  })

export const StepPlot = ({ plot, span, width, change, onPoint }: Props) => {
  const scales = scalesOf(plot, span, width)
  const { x, y } = scales
  const marked = x(effectiveFrom(change))
  const point = ({ clientX, currentTarget }: PointerEvent<SVGElement>) =>
    onPoint(Number(x.invert(clientX - currentTarget.getBoundingClientRect().left)))
  return (
    <svg
      aria-hidden
      width={width}
      height={height}
      className="block touch-pan-y"
      onPointerMove={point}
      onPointerDown={point}
    >
      <Axes {...scales} span={span} width={width} />
      <line
        x1={marked}
        x2={marked}
        y1={margin.top}
        y2={height - margin.bottom}
        className="stroke-line-strong"
      />
      {plot.lines.map(({ kind, points }) => (
        <LinePath<Point>
          key={kind}
          data={[...points]}
          defined={({ value }) => value !== null}
          x={({ at }) => x(at)}
          y={({ value }) => y(value ?? 0)}
          fill="none"
          strokeWidth={2}
          strokeDasharray={looks[kind].dashes}
          className={looks[kind].className}
        />
      ))}
      <Marks change={change} plot={plot} x={marked} y={y} />
    </svg>
  )
}
