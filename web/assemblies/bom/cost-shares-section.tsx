import { lazy, Suspense, useState } from 'react'
import { CostReasons } from '../../lib/cost-sum.tsx'
import { currencyText, exactMoney, fixed } from '../../lib/format.ts'
import { PlainCell, PlainTable, type PlainColumn } from '../../lib/plain-table.tsx'
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

const Name = ({ share: { id, name }, grouping }: { share: Slice['share']; grouping: Grouping }) =>
  id === null ? (
    name
  ) : (
    <RecordLink to={grouping === 'bySupplier' ? 'suppliers' : 'assemblytypes'} id={id}>
      {name}
    </RecordLink>
  )

/** Amounts are shown to the last digit, so that they add up. */
const columnsOf = (grouping: Grouping, currency: string): readonly PlainColumn<Slice>[] => [
  {
    head: groupings[grouping],
    look: 'break-words',
    cell: ({ share }) => (
      <>
        <Name share={share} grouping={grouping} /> <CostReasons reasons={share.reasons} />
      </>
    ),
  },
  {
    head: 'Kostpris',
    numeric: true,
    look: 'whitespace-nowrap',
    cell: ({ cost }) => (cost === 0 ? '–' : exactMoney(cost, currency)),
  },
  {
    head: 'Andel',
    numeric: true,
    look: 'whitespace-nowrap',
    cell: ({ part }) => `${fixed(part * 100, 1)} %`,
  },
]

const SharesTable = ({ slices, total, currency, grouping, active, onActive }: TableProps) => (
  <PlainTable
    className="self-start text-sm"
    caption={`${groupings[grouping]}, ${currencyText(currency)}`}
    columns={columnsOf(grouping, currency)}
    rows={slices}
    keyOf={({ share }) => share.id ?? share.name}
    rowProps={(index) => ({
      ...(index === active && { 'data-active': true }),
      onPointerEnter: () => onActive(index),
      onPointerLeave: () => onActive(null),
      onFocus: () => onActive(index),
      onBlur: () => onActive(null),
    })}
    foot={
      <tr>
        <th scope="row" className="py-2 text-left">
          Totalt
        </th>
        <PlainCell numeric>{exactMoney(total, currency)}</PlainCell>
        <PlainCell numeric>{fixed(100, 1)} %</PlainCell>
      </tr>
    }
  />
)

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
