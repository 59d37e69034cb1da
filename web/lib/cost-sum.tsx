import type { CostSum, UnpricedReason } from '#contracts/assembly/cost-answers.ts'
import { Badge } from './badge.tsx'
import { money } from './format.ts'

type Totals = CostSum['totals']

/** '1 234,50 kr + 20,00 EUR': currencies are never added to each other. '' of nothing. */
export const totalsText = (totals: Totals, sum: 'cost' | 'sales'): string =>
  totals.map(({ currency, [sum]: amount }) => money(amount, currency)).join(' + ')

const marks: Record<UnpricedReason, { text: string; why: string }> = {
  NO_PRICE: { text: 'Mangler pris', why: 'Noe i den har ingen kostpris, og er ikke med' },
  UNIT_MISMATCH: {
    text: 'Ulike enheter',
    why: 'Noe i den har pris i en enhet som ikke kan regnes om, og er ikke med',
  },
}

/** Why a sum is not all of it. */
export const CostReasons = ({ reasons }: Pick<CostSum, 'reasons'>) =>
  reasons.map((reason) => (
    <span key={reason} title={marks[reason].why}>
      <Badge tone="warning">{marks[reason].text}</Badge>
    </span>
  ))
