import { ArrowRight } from 'lucide-react'
import type { CostSum } from '#contracts/assembly/cost-answers.ts'
import { osloDay } from '#contracts/days.ts'
import type { PriceImpact } from '#contracts/price-impact.ts'
import { CostReasons, sumText } from '../lib/cost-sum.tsx'
import { count, counted, day } from '../lib/format.ts'
import { RecordLinkInNewTab } from '../lib/record-link.tsx'

type Sum = 'cost' | 'sales'
const labels: Record<Sum, string> = { cost: 'Kostpris', sales: 'Salgspris' }

/** The sales price is shown only if the cost does not change. */
const movedSum = (from: CostSum, to: CostSum): Sum => {
  const isOther = (sum: Sum) => sumText(from, sum) !== sumText(to, sum)
  return isOther('sales') && !isOther('cost') ? 'sales' : 'cost'
}

const Side = ({ cost, sum }: { cost: CostSum; sum: Sum }) => (
  <>
    {sumText(cost, sum)} <CostReasons reasons={cost.reasons} />
  </>
)

const Line = ({ id, name, from, to }: PriceImpact['largest'][number]) => {
  const sum = movedSum(from, to)
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-1">
      <RecordLinkInNewTab to="assemblytypes" id={id}>
        {name}
      </RecordLinkInNewTab>
      <span className="tabular-nums">
        <span className="text-muted">{labels[sum]}</span> <Side cost={from} sum={sum} />{' '}
        <ArrowRight aria-hidden className="inline size-3.5 text-faint" />
        <span className="sr-only">til</span> <Side cost={to} sum={sum} />
      </span>
    </li>
  )
}

export const ImpactList = ({ impact }: { impact: PriceImpact }) => {
  const { count: moved, largest, validOn } = impact
  return (
    <details open={moved <= 3} className="rounded-md bg-sunken px-3 py-2 text-sm">
      <summary className="font-medium">
        Endrer kostnaden for {counted(moved, 'sammenstilling', 'sammenstillinger')}
        {validOn > osloDay() && ` fra ${day(validOn)}`}
      </summary>
      {moved > largest.length && (
        <p className="mt-1 text-muted">De {count(largest.length)} med størst forskjell:</p>
      )}
      <ul className="mt-1 divide-y divide-line">
        {largest.map((line) => (
          <Line key={line.id} {...line} />
        ))}
      </ul>
    </details>
  )
}
