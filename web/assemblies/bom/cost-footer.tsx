import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CostAnswer } from '#contracts/assembly/bom-answers.ts'
import { messageOf } from '../../lib/api.ts'
import { Badge } from '../../lib/badge.tsx'
import {
  missingDetail,
  missingMark,
  type CostLine,
  missingText,
  sumText,
  type Costs,
} from './cost.ts'

/** What is to be known about a sum before it is relied on. */
export const CostWarning = ({ children }: { children: ReactNode }) => (
  <p className="flex items-center gap-1.5 text-sm text-warning">
    <TriangleAlert className="size-4 shrink-0" />
    <span>{children}</span>
  </p>
)

/** Marks what is in no sum and says why, and what holds such. */
export const MissingBadge = ({ cost }: { cost: CostLine | undefined }) => {
  const mark = cost && missingMark(cost)
  if (!mark) return null
  const detail = missingDetail(cost)
  return (
    <>
      <Badge tone="warning">{mark}</Badge>{' '}
      {detail && <span className="text-sm text-muted">{detail}</span>}
    </>
  )
}

const Sums = ({ cost }: { cost: CostAnswer }) => (
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
)

/** What one of the assembly costs, under its stykkliste; or why that is not to be seen. */
export const CostFooter = ({ cost, error }: Omit<Costs, 'costOf'>) => {
  if (!cost && !error) return null
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line bg-sunken px-5 py-2.5 text-sm">
      {!cost ? (
        <CostWarning>Kunne ikke hente kostnader: {messageOf(error)}</CostWarning>
      ) : cost.complete ? (
        <span className="text-muted">Alle deler har kostpris</span>
      ) : (
        <CostWarning>{missingText(cost)}</CostWarning>
      )}
      {cost && <Sums cost={cost} />}
    </div>
  )
}
