import useSWR from 'swr'
import type { CostShare, CostShares } from '#contracts/assembly/cost-answers.ts'
import { assemblyPath } from '../shared/api.ts'
import { useAsOfPath } from './as-of.tsx'

export const groupings = {
  byKind: 'Type',
  bySupplier: 'Leverandør',
  bySubassembly: 'Underenhet',
} as const
export type Grouping = keyof typeof groupings

export const useCostShares = (id: number) =>
  useSWR<CostShares>(useAsOfPath()(`${assemblyPath(id)}/cost/shares`))

type Currency = CostShares['totals'][number]['currency']
type Amount = CostShares['totals'][number]['cost']

const costIn = ({ totals }: Pick<CostShare, 'totals'>, currency: Currency): Amount =>
  totals.find((total) => total.currency === currency)?.cost ?? 0

export type Slice = {
  readonly share: CostShare
  readonly cost: Amount
  /** From 0 to 1, as a floating-point number: for bars and percentages only. */
  readonly part: number
}

/** The slices of each currency, the largest first. Items without a price come last in every currency. */
export const slicesOf = (shares: CostShares, grouping: Grouping) =>
  shares.totals
    .filter(({ cost }) => Number(cost) > 0)
    .map(({ currency, cost: total }) => ({
      currency,
      total,
      slices: shares[grouping]
        .map((share): Slice => {
          const cost = costIn(share, currency)
          return { share, cost, part: Number(cost) / Number(total) }
        })
        .filter(({ cost, share }) => cost !== 0 || share.totals.length === 0)
        .toSorted((a, b) => b.part - a.part),
    }))
