import useSWR from 'swr'
import type { CostAnswer } from '#contracts/assembly/bom-answers.ts'
import type { BomItem } from '#contracts/assembly/bom.ts'
import { money } from '../../lib/format.ts'
import { assemblyPath } from '../api.ts'

/** Read beside the stykkliste, which does not wait for it. */
export const useCost = (id: number) => useSWR<CostAnswer>(`${assemblyPath(id)}/cost`)

type Identity = Pick<BomItem, 'itemType' | 'itemId'>
export const itemKey = ({ itemType, itemId }: Identity): string => `${itemType}-${itemId}`

/** Parts that are in no sum, since they have no cost price. */
export const unpricedOf = (cost: CostAnswer | undefined): ReadonlySet<string> =>
  new Set(cost?.missing.map(itemKey))

/** '1 234,50 kr + 20,00 EUR': currencies are never added to each other. */
export const sumText = (
  { totals, complete }: Pick<CostAnswer, 'totals' | 'complete'>,
  sum: 'cost' | 'sales',
): string => {
  if (totals.length === 0) return complete ? money(0) : '–'
  return totals.map(({ currency, [sum]: amount }) => money(amount, currency)).join(' + ')
}

export const missingText = (count: number): string =>
  count === 1 ? '1 del mangler kostpris' : `${count} deler mangler kostpris`
