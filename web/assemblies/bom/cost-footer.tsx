import { TriangleAlert } from 'lucide-react'
import type { CostAnswer } from '#contracts/assembly/bom-answers.ts'
import { missingText, sumText } from './cost.ts'

/** What one of the assembly costs, under its stykkliste. */
export const CostFooter = ({ cost }: { cost: CostAnswer }) => (
  <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line bg-sunken px-5 py-2.5 text-sm">
    {cost.complete ? (
      <span className="text-muted">Alle deler har kostpris</span>
    ) : (
      <span className="flex items-center gap-1.5 text-warning">
        <TriangleAlert aria-hidden className="size-4" /> {missingText(cost.missingCount)}
      </span>
    )}
    <dl className="flex flex-wrap gap-x-6 gap-y-1 tabular-nums">
      <div className="flex gap-2">
        <dt className="text-muted">Kostpris</dt>
        <dd className="font-semibold">{sumText(cost, 'cost')}</dd>
      </div>
      <div className="flex gap-2">
        <dt className="text-muted">Salgspris</dt>
        <dd className="font-semibold">{sumText(cost, 'sales')}</dd>
      </div>
    </dl>
  </div>
)
