import { lazy, Suspense, useState } from 'react'
import { Loading } from '../../lib/spinner.tsx'
import { SharesTable } from './cost-shares-table.tsx'
import { groupings, slicesOf, useCostShares, type Grouping } from './cost-shares.ts'

/** Its library comes when a cost is looked at. */
const CostChart = lazy(async () => ({ default: (await import('./cost-chart.tsx')).CostChart }))

type Props = ReturnType<typeof slicesOf>[number] & { grouping: Grouping }

/** Of one currency: drawn, and as a table that says the same. */
const Shares = (props: Props) => {
  const [active, onActive] = useState<number | null>(null)
  return (
    <figure className="grid gap-x-8 gap-y-3 lg:grid-cols-2">
      <Suspense fallback={<Loading />}>
        <CostChart slices={props.slices} active={active} onActive={onActive} />
      </Suspense>
      <SharesTable {...props} active={active} onActive={onActive} />
    </figure>
  )
}

const keys = Object.keys(groupings) as Grouping[]

/** What the cost is made of. */
export const CostSharesSection = ({ assemblyId }: { assemblyId: number }) => {
  const { data } = useCostShares(assemblyId)
  const [grouping, setGrouping] = useState<Grouping>('byKind')
  if (!data || data.totals.length === 0) return null
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="text-lg font-semibold">Hva kostnaden består av</h3>
        <fieldset className="flex rounded-md bg-sunken p-0.5 ring-1 ring-line ring-inset">
          <legend className="sr-only">Del opp etter</legend>
          {keys.map((key) => (
            <button
              key={key}
              type="button"
              aria-pressed={key === grouping}
              className="inline-flex h-8 items-center rounded-sm px-2.5 text-sm text-muted hover:text-ink aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-strong"
              onClick={() => setGrouping(key)}
            >
              {groupings[key]}
            </button>
          ))}
        </fieldset>
      </div>
      {slicesOf(data, grouping).map((shares) => (
        <Shares key={`${grouping} ${shares.currency}`} {...shares} grouping={grouping} />
      ))}
    </section>
  )
}
