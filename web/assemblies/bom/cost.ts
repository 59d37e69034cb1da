import useSWR from 'swr'
import type { CostAnswer } from '#contracts/assembly/cost-answers.ts'
import type { ExactQuantity } from '#contracts/assembly/bom.ts'
import { decimalOf, dividedBy, times } from '#contracts/decimal.ts'
import { counted } from '../../lib/format.ts'
import { assemblyPath } from '../shared/api.ts'
import { itemKey, type Identity } from '../../lib/item-types.tsx'
import { useAsOfPath } from './as-of.tsx'

export type CostLine = CostAnswer['lines'][number]
type Sum = Pick<CostAnswer, 'totals' | 'complete'>

/** A separate request, so that the stykkliste is shown without waiting for costs. */
export const useCost = (id: number, view: 'direct' | 'flat') =>
  useSWR<CostAnswer>(useAsOfPath()(`${assemblyPath(id)}/cost?view=${view}`))

/** The cost of an item on any level; undefined until it is read. */
export const useCostOf = (id: number) => {
  const { data } = useCost(id, 'flat')
  const lines = new Map(data?.lines.map((line) => [itemKey(line), line]))
  return (item: Identity): CostLine | undefined => lines.get(itemKey(item))
}

/** The cost of a number of items. Calculated from the line's total, because the cost of one item may be rounded. */
export const costTimes = (line: CostLine, quantity: ExactQuantity): Sum => {
  const many = (amount: number | string) =>
    dividedBy(times(decimalOf(amount), String(quantity)), String(line.quantity))
  return {
    complete: line.complete,
    totals: line.totals.map(({ currency, cost, sales }) => ({
      currency,
      cost: many(cost),
      sales: many(sales),
    })),
  }
}

export const missingText = ({
  missingCount,
  unitMismatchCount,
}: Pick<CostAnswer, 'missingCount' | 'unitMismatchCount'>): string => {
  const unpriced = missingCount - unitMismatchCount
  const mismatch = counted(unitMismatchCount, 'del har pris i en enhet', 'deler har pris i enheter')
  return [
    unpriced > 0 && `${counted(unpriced, 'del', 'deler')} mangler kostpris`,
    unitMismatchCount > 0 && `${mismatch} som ikke kan regnes om`,
  ]
    .filter(Boolean)
    .join(', og ')
}
