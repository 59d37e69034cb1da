import { useMemo } from 'react'
import useSWR from 'swr'
import type { CostAnswer } from '#contracts/assembly/bom-answers.ts'
import type { BomItem, ExactQuantity } from '#contracts/assembly/bom.ts'
import { decimalOf, times } from '#contracts/decimal.ts'
import { money } from '../../lib/format.ts'
import { assemblyPath } from '../api.ts'

export type CostLine = CostAnswer['lines'][number]
type Sum = Pick<CostAnswer, 'totals' | 'complete'>

/** Read beside the stykkliste, which does not wait for it. Lines: what is directly in it, or the flat list. */
export const useCost = (id: number, view: 'direct' | 'flat') =>
  useSWR<CostAnswer>(`${assemblyPath(id)}/cost?view=${view}`)

type Identity = Pick<BomItem, 'itemType' | 'itemId'>
export const itemKey = ({ itemType, itemId }: Identity): string => `${itemType}-${itemId}`

export type CostOf = (item: Identity) => CostLine | undefined

export type Costs = {
  readonly cost: CostAnswer | undefined
  readonly error: unknown
  readonly costOf: CostOf
}

/** What everything in an assembly costs, however deep, and its sum; nothing before it is known. */
export const useCosts = (id: number): Costs => {
  const { data: cost, error } = useCost(id, 'flat')
  const costOf = useMemo((): CostOf => {
    const lines = new Map(cost?.lines.map((line) => [itemKey(line), line]))
    return (item) => lines.get(itemKey(item))
  }, [cost])
  return { cost, error, costOf }
}

/** So many of an item, to the last decimal. */
export const costTimes = ({ each, complete }: CostLine, quantity: ExactQuantity): Sum => {
  const many = (amount: number | string) => times(decimalOf(amount), String(quantity))
  return {
    complete,
    totals: each.map(({ currency, cost, sales }) => ({
      currency,
      cost: many(cost),
      sales: many(sales),
    })),
  }
}

/** '1 234,50 kr + 20,00 EUR': currencies are never added to each other. */
export const sumText = ({ totals, complete }: Sum, sum: 'cost' | 'sales'): string => {
  if (totals.length === 0) return complete ? money(0) : '–'
  return totals.map(({ currency, [sum]: amount }) => money(amount, currency)).join(' + ')
}

export const missingText = (count: number): string =>
  count === 1 ? '1 del mangler kostpris' : `${count} deler mangler kostpris`

/** Why a line is in no sum, or only in part; null where nothing is missing. */
export const missingMark = ({ itemType, complete }: CostLine): string | null => {
  if (complete) return null
  return itemType === 'assembly' ? 'Mangler priser' : 'Mangler pris'
}
