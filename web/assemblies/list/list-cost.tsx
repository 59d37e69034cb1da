import type { CostSum, UnpricedReason } from '#contracts/assembly/bom-answers.ts'
import { costSorts, type CostSort } from '#contracts/assembly/cost-order.ts'
import { Badge } from '../../lib/badge.tsx'
import { money } from '../../lib/format.ts'
import { sortings } from './list-view.ts'

const keys = Object.keys(costSorts) as CostSort[]

/** '1 234,50 kr + 20,00 EUR': currencies are never added to each other. */
const textOf = ({ totals }: CostSum, key: CostSort): string =>
  totals.map((total) => money(total[costSorts[key]], total.currency)).join(' + ') || '–'

const marks: Record<UnpricedReason, { text: string; why: string }> = {
  NO_PRICE: { text: 'Mangler pris', why: 'Noe i den har ingen kostpris, og er ikke med' },
  UNIT_MISMATCH: {
    text: 'Ulike enheter',
    why: 'Noe i den har pris i en enhet som ikke kan regnes om, og er ikke med',
  },
}

type Props = { cost: CostSum; className: string }

/** What one costs and sells for, and why that is not all of it. */
export const ListCost = ({ cost, className }: Props) => (
  <div className={className}>
    <dl className="flex gap-x-4 tabular-nums">
      {keys.map((key) => (
        <div key={key} className="min-w-0 flex-1">
          <dt className="text-xs text-muted">{sortings[key]}</dt>
          <dd className="text-sm font-medium break-words">{textOf(cost, key)}</dd>
        </div>
      ))}
    </dl>
    {cost.reasons.length > 0 && (
      <p className="mt-0.5 flex flex-wrap gap-1">
        {cost.reasons.map((reason) => (
          <span key={reason} title={marks[reason].why}>
            <Badge tone="warning">{marks[reason].text}</Badge>
          </span>
        ))}
      </p>
    )}
  </div>
)
