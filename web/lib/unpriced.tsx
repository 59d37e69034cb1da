import type { CostAnswer } from '#contracts/assembly/cost-answers.ts'
import { Badge } from './badge.tsx'
import { unpricedMarks } from './cost-sum.tsx'

type Unpriced = Pick<CostAnswer['lines'][number], 'reason' | 'explanation'>

/** Why a line is missing from the sum, or only partly in it; null if it is complete. */
export const missingMark = ({ reason }: Unpriced): string | null => reason && unpricedMarks[reason]

export const missingDetail = ({ reason, explanation }: Unpriced): string | null =>
  reason === 'UNIT_MISMATCH' ? explanation : null

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
