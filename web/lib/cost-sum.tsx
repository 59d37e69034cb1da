import type { CostAnswer, CostSum, UnpricedReason } from '#contracts/assembly/cost-answers.ts'
import { Badge } from './badge.tsx'
import { costMoney } from './format.ts'

type Sum = Pick<CostSum, 'totals' | 'complete'>

/**
 * For example '1 234,50 kr + 20,00 EUR': currencies are never added together. No amounts are zero if nothing is
 * missing, otherwise unknown.
 */
export const sumText = ({ totals, complete }: Sum, sum: 'cost' | 'sales'): string =>
  totals.map(({ currency, [sum]: amount }) => costMoney(amount, currency)).join(' + ') ||
  (complete ? costMoney(0) : '–')

/** Why an item is missing from a sum, or only partly in it. */
const unpricedMarks = {
  NO_PRICE: 'Mangler pris',
  UNIT_MISMATCH: 'Ulike enheter',
  CONTENTS: 'Mangler priser',
} as const

const whys: Record<UnpricedReason, string> = {
  NO_PRICE: 'Noe i den har ingen kostpris, og er ikke med',
  UNIT_MISMATCH: 'Noe i den har pris i en enhet som ikke kan regnes om, og er ikke med',
}

export const CostReasons = ({ reasons }: Pick<CostSum, 'reasons'>) =>
  reasons.map((reason) => (
    <span key={reason} title={whys[reason]}>
      <Badge tone="warning">{unpricedMarks[reason]}</Badge>
    </span>
  ))

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
