import type { CostAnswer } from '#contracts/assembly/cost-answers.ts'
import { Badge } from '../../lib/badge.tsx'
import { unpricedMarks } from '../../lib/cost-sum.tsx'

type Unpriced = Pick<CostAnswer['lines'][number], 'reason' | 'explanation'>

/** Why a line is in no sum, or only in part; null where nothing is missing. */
export const missingMark = ({ reason }: Unpriced): string | null => reason && unpricedMarks[reason]

/** What the mark alone does not say. */
export const missingDetail = ({ reason, explanation }: Unpriced): string | null =>
  reason === 'UNIT_MISMATCH' ? explanation : null

/** Marks what is in no sum and says why, and what holds such. */
export const MissingBadge = ({ line }: { line: Unpriced }) => {
  const mark = missingMark(line)
  const detail = missingDetail(line)
  return (
    <>
      {mark && <Badge tone="warning">{mark}</Badge>}{' '}
      {detail && <span className="text-sm text-muted">{detail}</span>}
    </>
  )
}
