import { LinePath } from '@visx/shape'
import type { PointerEvent } from 'react'
import { Axes, height, margin, scalesOf, type Span } from './plot-axes.tsx'
import type { Plot, Point } from './price-plots.ts'
import type { PriceKind } from './price-texts.ts'

/** Told apart without colours too. */
export const looks: Record<PriceKind, { className: string; dashes?: string }> = {
  costPrice: { className: 'stroke-accent' },
  salesPrice: { className: 'stroke-success', dashes: '7 4' },
  listPrice: { className: 'stroke-warning', dashes: '2 3' },
}

type Props = {
  plot: Plot
  span: Span
  width: number
  /** Where the pointer, or the keyboard, is. */
  instant: number
  marks: readonly { readonly kind: PriceKind; readonly value: number }[]
  onPoint: (instant: number) => void
}

/** The prices of one currency over time. */
export const StepPlot = ({ plot, span, width, instant, marks, onPoint }: Props) => {
  const scales = scalesOf(plot, span, width)
  const { x, y } = scales
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
        x1={x(instant)}
        x2={x(instant)}
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
      {marks.map(({ kind, value }) => (
        <circle
          key={kind}
          cx={x(instant)}
          cy={y(value)}
          r={4}
          strokeWidth={2}
          className={`fill-surface ${looks[kind].className}`}
        />
      ))}
    </svg>
  )
}
