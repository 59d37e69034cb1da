import { Badge } from '../../lib/badge.tsx'
import { missingDetail, missingMark, type CostLine } from './cost.ts'

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
