import { useState } from 'react'
import { CostReasons } from '../../lib/cost-sum.tsx'
import { costMoney, currencyText, fixed } from '../../lib/format.ts'
import { NotRead } from '../../lib/loaded.tsx'
import { PlainCell, PlainTable, type PlainColumn } from '../../lib/plain-table.tsx'
import { RecordLink } from '../../lib/record-link.tsx'
import { Segments } from '../../lib/segments.tsx'
import { groupings, slicesOf, useCostShares, type Grouping, type Slice } from './cost-shares.ts'

const Name = ({ share: { id, name }, grouping }: { share: Slice['share']; grouping: Grouping }) =>
  id === null ? (
    name
  ) : (
    <RecordLink to={grouping === 'bySupplier' ? 'suppliers' : 'assemblytypes'} id={id}>
      {name}
    </RecordLink>
  )

/** The share as a bar; hidden from screen readers, which read the figures beside it. */
const Bar = ({ part, longest }: { part: number; longest: number }) => (
  <div
    aria-hidden
    className="mt-1 h-3 min-w-px rounded-xs bg-accent forced-colors:bg-[CanvasText]"
    style={{ width: `${(part / longest) * 100}%` }}
  />
)

type SharesProps = ReturnType<typeof slicesOf>[number] & { grouping: Grouping }

const columnsOf = ({ slices, currency, grouping }: SharesProps): readonly PlainColumn<Slice>[] => [
  {
    head: groupings[grouping],
    look: 'break-words',
    cell: ({ share, part }) => (
      <>
        <Name share={share} grouping={grouping} /> <CostReasons reasons={share.reasons} />
        {part > 0 && <Bar part={part} longest={slices[0]!.part} />}
      </>
    ),
  },
  {
    head: 'Kostpris',
    numeric: true,
    look: 'whitespace-nowrap sm:w-36',
    cell: ({ cost }) => (cost === 0 ? '–' : costMoney(cost, currency)),
  },
  {
    head: 'Andel',
    numeric: true,
    look: 'whitespace-nowrap sm:w-20',
    cell: ({ part }) => `${fixed(part * 100, 1)} %`,
  },
]

const Shares = (props: SharesProps) => {
  const { slices, total, currency, grouping } = props
  return (
    <PlainTable
      className="text-sm"
      caption={`${groupings[grouping]}, ${currencyText(currency)}`}
      columns={columnsOf(props)}
      rows={slices}
      keyOf={({ share }) => share.id ?? share.name}
      foot={
        <tr>
          <th scope="row" className="py-2 text-left">
            Totalt
          </th>
          <PlainCell numeric>{costMoney(total, currency)}</PlainCell>
          <PlainCell numeric>{fixed(100, 1)} %</PlainCell>
        </tr>
      }
    />
  )
}

export const CostSharesSection = ({ assemblyId }: { assemblyId: number }) => {
  const { data, ...answer } = useCostShares(assemblyId)
  const [grouping, setGrouping] = useState<Grouping>('byKind')
  if (!data) return <NotRead {...answer} failed="Kunne ikke hente hva kostnaden består av" />
  const slices = slicesOf(data, grouping)
  if (slices.length === 0) return null
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="text-lg font-semibold">Hva kostnaden består av</h3>
        <Segments
          label="Del opp etter"
          texts={groupings}
          chosen={grouping}
          onChoose={setGrouping}
        />
      </div>
      {slices.map((shares) => (
        <Shares key={shares.currency} {...shares} grouping={grouping} />
      ))}
    </section>
  )
}
