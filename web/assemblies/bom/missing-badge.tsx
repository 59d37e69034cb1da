import { Badge } from '../../lib/badge.tsx'
import { missingMark, type CostLine } from './cost.ts'

/** Marks what has no price, and what holds something that has none. */
export const MissingBadge = ({ cost }: { cost: CostLine | undefined }) => {
  const mark = cost && missingMark(cost)
  return mark && <Badge tone="warning">{mark}</Badge>
}
