import { CostReasons } from '../../lib/cost-sum.tsx'
import { currencyText, exactMoney, fixed } from '../../lib/format.ts'
import { RecordLink } from '../../lib/record-link.tsx'
import { groupings, type Grouping, type Slice } from './cost-shares.ts'

const figure = 'px-2 py-1.5 text-right whitespace-nowrap tabular-nums'

const Name = ({ share: { id, name }, grouping }: { share: Slice['share']; grouping: Grouping }) =>
  id === null ? (
    name
  ) : (
    <RecordLink to={grouping === 'bySupplier' ? 'suppliers' : 'assemblytypes'} id={id}>
      {name}
    </RecordLink>
  )

type TableProps = {
  slices: readonly Slice[]
  total: number | string
  currency: string
  grouping: Grouping
  active: number | null
  onActive: (index: number | null) => void
}

/** Amounts are shown to the last digit, so that they add up. */
export const SharesTable = ({
  slices,
  total,
  currency,
  grouping,
  active,
  onActive,
}: TableProps) => (
  <table className="w-full self-start text-sm">
    <caption className="sr-only">
      {groupings[grouping]}, {currencyText(currency)}
    </caption>
    <thead className="border-b border-line text-left text-muted">
      <tr>
        <th scope="col" className="px-2 py-1.5 font-medium">
          {groupings[grouping]}
        </th>
        <th scope="col" className="px-2 py-1.5 text-right font-medium">
          Kostpris
        </th>
        <th scope="col" className="px-2 py-1.5 text-right font-medium">
          Andel
        </th>
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
