import { scaleLinear, scaleTime } from '@visx/scale'
import { number } from '../lib/format.ts'
import type { Plot } from './price-plots.ts'

export const height = 190
export const margin = { top: 10, right: 14, bottom: 24, left: 62 }

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

export const scalesOf = (plot: Plot, span: Span, width: number) => {
  const amounts = amountsOf(plot)
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)]
  const room = (most - least || most || 1) * 0.1
  return {
    x: scaleTime({ domain: [...span], range: [margin.left, width - margin.right] }),
    y: scaleLinear({
      domain: [Math.max(0, least - room), most + room],
      range: [height - margin.bottom, margin.top],
      nice: true,
    }),
  }
}
type Scales = ReturnType<typeof scalesOf>

export const Axes = ({ x, y, span, width }: Scales & { span: Span; width: number }) => {
  const format = formatFor(span[1] - span[0])
  return (
    <g className="fill-muted text-xs">
      {y.ticks(4).map((tick) => (
        <g key={tick} transform={`translate(0 ${y(tick)})`}>
          <line x1={margin.left} x2={width - margin.right} className="stroke-line" />
          <text x={margin.left - 8} dy="0.32em" textAnchor="end">
            {number(tick)}
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
