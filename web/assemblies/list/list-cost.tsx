import type { CostSum } from '#contracts/assembly/cost-answers.ts'
import { costSorts, type CostSort } from '#contracts/assembly/cost-order.ts'
import { CostReasons, sumText } from '../../lib/cost-sum.tsx'
import { sortings } from './list-view.ts'

const keys = Object.keys(costSorts) as CostSort[]

type Props = { cost: CostSum; className: string }

export const ListCost = ({ cost, className }: Props) => (
  <div className={className}>
    <dl className="flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
      {keys.map((key) => (
        // Below each other where the amounts would break within their digits.
        <div key={key} className="min-w-0 grow basis-[min-content]">
          <dt className="text-xs text-muted">{sortings[key]}</dt>
          <dd className="text-sm font-medium break-words">{sumText(cost, costSorts[key])}</dd>
        </div>
      ))}
    </dl>
    {cost.reasons.length > 0 && (
      <p className="mt-0.5 flex flex-wrap gap-1 lg:justify-end">
        <CostReasons reasons={cost.reasons} />
      </p>
    )}
  </div>
)
