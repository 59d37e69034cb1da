import type { Comparison, CostDifference } from '#contracts/assembly/cost-answers.ts'
import { decimalOf, minus } from '#contracts/decimal.ts'
import { costMoney, count, counted } from '../../lib/format.ts'

export type Line = Comparison['lines'][number]

export const changes = {
  added: { label: 'Lagt til', tone: 'success' },
  removed: { label: 'Fjernet', tone: 'danger' },
  changed: { label: 'Endret', tone: 'warning' },
  same: { label: 'Likt', tone: 'neutral' },
} as const

const priceText = (price: Line['priceBefore']) =>
  price ? costMoney(price.cost, price.currency) : 'uten pris'

/** What one costs: the price before and after, if it is another; none without any price. */
export const pricesOf = ({ change, priceBefore, priceAfter }: Line): readonly string[] => {
  if (!priceBefore && !priceAfter) return []
  const [was, is] = [priceText(priceBefore), priceText(priceAfter)]
  if (change === 'changed' && was !== is) return [was, is]
  return [change === 'added' ? is : was]
}

const signed = (amount: number | string, currency: string) =>
  `${Number(amount) > 0 ? '+' : ''}${costMoney(amount, currency)}`

/** How much more the line costs, in each currency. */
export const costsMore = ({ costBefore: was, costAfter: is }: Line): readonly string[] => {
  const currencies = new Set([was, is].flatMap((cost) => cost?.currency ?? []))
  return [...currencies].flatMap((currency) => {
    const [from, to] = [was, is].map((cost) =>
      cost?.currency === currency ? decimalOf(cost.cost) : '0',
    )
    const more = minus(to!, from!)
    return more === '0' ? [] : [signed(more, currency)]
  })
}

export const costParts = [
  ['Fra', ({ from, currency }) => costMoney(from, currency)],
  ['Antall', ({ byQuantity, currency }) => signed(byQuantity, currency)],
  ['Priser', ({ byPrice, currency }) => signed(byPrice, currency)],
  ['Struktur', ({ byStructure, currency }) => signed(byStructure, currency)],
  ['Manglende priser', ({ byMissing, currency }) => signed(byMissing, currency)],
  ['Til', ({ to, currency }) => costMoney(to, currency)],
] as const satisfies readonly (readonly [string, (cost: CostDifference) => string])[]

export const incompleteText = ({ a, b }: Comparison) => {
  if (a.complete && b.complete) return null
  const where = a.complete ? 'til' : b.complete ? 'fra' : 'begge'
  return `Ikke alle deler er med i kostnaden (${where}): noen mangler pris, eller har den i en enhet som ikke kan regnes om.`
}

export const countsText = ({ counts }: Pick<Comparison, 'counts'>) => {
  const { added, removed, changed, same } = counts
  const different =
    added + removed + changed === 0
      ? 'Ingen forskjeller'
      : `${count(added)} lagt til · ${count(removed)} fjernet · ${count(changed)} endret`
  return `${different} · ${counted(same, 'lik', 'like')}`
}
