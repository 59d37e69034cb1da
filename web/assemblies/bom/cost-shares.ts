import useSWR from 'swr'
import type { CostShare, CostShares } from '#contracts/assembly/cost-answers.ts'
import { assemblyPath } from '../shared/api.ts'
import { usePathsThen } from './as-of.tsx'

export const groupings = {
  byKind: 'Slag',
  bySupplier: 'Leverandør',
  bySubassembly: 'Underenhet',
} as const
export type Grouping = keyof typeof groupings

export const useCostShares = (id: number) =>
  useSWR<CostShares>(usePathsThen()(`${assemblyPath(id)}/cost/shares`))

type Currency = CostShares['totals'][number]['currency']
type Amount = CostShares['totals'][number]['cost']

const costIn = ({ totals }: Pick<CostShare, 'totals'>, currency: Currency): Amount =>
  totals.find((total) => total.currency === currency)?.cost ?? 0

export type Slice = {
  readonly share: CostShare
  readonly cost: Amount
  /** For what is drawn and for percentages: as near as a double comes. */
  readonly part: number
}

/** Of each currency what it is made of, the dearest first; what is in no sum last, in each of them. */
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
