import { useParentSize } from '@visx/responsive'
import type { PriceChange } from '#contracts/price-history.ts'
import { changeAt, plotsOf, type Plot } from './price-plots.ts'
import { effectiveFrom } from './effective-prices.ts'
import {
  changeText,
  hasOtherUnits,
  kindsOfPrice,
  priceKinds,
  type PriceKind,
} from './price-texts.ts'
import { looks, StepPlot, type Span } from './step-plot.tsx'

const isDrawnIn = (plots: readonly Plot[]) => (kind: PriceKind) =>
  plots.some(({ lines }) => lines.some((line) => line.kind === kind))

const Legend = ({ plots }: { plots: readonly Plot[] }) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
    {kindsOfPrice.filter(isDrawnIn(plots)).map((kind) => (
      <li key={kind} className="flex items-center gap-1.5">
        <svg aria-hidden width={28} height={8} className="inline-block">
          <line
            x1={0}
            x2={28}
            y1={4}
            y2={4}
            strokeWidth={2}
            strokeDasharray={looks[kind].dashes}
            className={looks[kind].className}
          />
        </svg>{' '}
        {priceKinds[kind]}
      </li>
    ))}
  </ul>
)

/** Otherwise a new price would have no width in the chart. */
const fiveMinutes = 300_000
const month = 30 * 86_400_000

type Props = {
  /** In the order of the days they apply from; not empty. */
  history: readonly PriceChange[]
  now: number
  selected: number
  onSelect: (index: number) => void
}

export const PriceChart = ({ history, now, selected, onSelect }: Props) => {
  const { parentRef, width } = useParentSize({ ignoreDimensions: ['height', 'top', 'left'] })
  const change = history[selected]!
  const last = effectiveFrom(history.at(-1)!)
  // Show a future price for one month.
  const end = last < now ? now : last + month
  const span: Span = [Math.min(effectiveFrom(history[0]!), now - fiveMinutes), end]
  const plots = plotsOf(history, end)
  const saysUnit = hasOtherUnits(plots.map(({ unit }) => unit))
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Legend plots={plots} />
      <div ref={parentRef} className="min-w-0">
        {width > 0 &&
          plots.map((plot) => (
            <figure key={`${plot.currency} ${plot.unit}`}>
              <figcaption className="text-sm font-medium">
                {saysUnit ? `${plot.currency} per ${plot.unit}` : plot.currency}
              </figcaption>
              <StepPlot
                plot={plot}
                span={span}
                width={width}
                change={change}
                onPoint={(at) => onSelect(changeAt(history, at))}
              />
            </figure>
          ))}
      </div>
      <input
        type="range"
        aria-label="Prisendring"
        aria-valuetext={changeText(change)}
        min={0}
        max={history.length - 1}
        value={selected}
        className="accent-accent"
        onChange={({ target }) => onSelect(Number(target.value))}
      />
      <p className="text-sm break-words tabular-nums">{changeText(change)}</p>
    </div>
  )
}
