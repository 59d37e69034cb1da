import { lazy, Suspense, useState } from 'react'
import { CostReasons } from '../../lib/cost-sum.tsx'
import { currencyText, exactMoney, fixed } from '../../lib/format.ts'
import { RecordLink } from '../../lib/record-link.tsx'
import { Loading } from '../../lib/spinner.tsx'
import { groupings, slicesOf, useCostShares, type Grouping, type Slice } from './cost-shares.ts'

/** Its library comes when a cost is looked at. */
const CostChart = lazy(async () => ({ default: (await import('./cost-chart.tsx')).CostChart }))

type Props = ReturnType<typeof slicesOf>[number] & { grouping: Grouping }
type TableProps = Props & {
  /** The line that the pointer or the focus is in. */
  active: number | null
  onActive: (index: number | null) => void
}

const figure = 'px-2 py-1.5 text-right whitespace-nowrap tabular-nums'

const Name = ({ share: { id, name }, grouping }: { share: Slice['share']; grouping: Grouping }) =>
  id === null ? (
    name
  ) : (
    <RecordLink to={grouping === 'bySupplier' ? 'suppliers' : 'assemblytypes'} id={id}>
      {name}
    </RecordLink>
  )

/** Amounts are shown to the last digit, so that they add up. */
const SharesTable = (props: TableProps) => {
  const { slices, total, currency, grouping, active, onActive } = props
  return (
    <table className="w-full self-start text-sm">
      <caption className="sr-only">
        {groupings[grouping]}, {currencyText(currency)}
      </caption>
      <thead className="border-b border-line text-muted">
        <tr>
          {[groupings[grouping], 'Kostpris', 'Andel'].map((head) => (
            <th
              key={head}
              scope="col"
              className="px-2 py-1.5 text-right font-medium first:text-left"
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {slices.map(({ share, cost, part }, index) => (
          <tr
            key={share.id ?? share.name}
            data-active={index === active || undefined}
            className="border-b border-line align-top data-active:bg-accent-soft"
            onPointerEnter={() => onActive(index)}
            onPointerLeave={() => onActive(null)}
            onFocus={() => onActive(index)}
            onBlur={() => onActive(null)}
          >
            <th scope="row" className="px-2 py-1.5 text-left font-normal break-words">
              <Name share={share} grouping={grouping} /> <CostReasons reasons={share.reasons} />
            </th>
            <td className={figure}>{cost === 0 ? '–' : exactMoney(cost, currency)}</td>
            <td className={figure}>{fixed(part * 100, 1)} %</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold">
          <th scope="row" className="px-2 py-1.5 text-left">
            Totalt
          </th>
          <td className={figure}>{exactMoney(total, currency)}</td>
          <td className={figure}>{fixed(100, 1)} %</td>
        </tr>
      </tfoot>
    </table>
  )
}

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
