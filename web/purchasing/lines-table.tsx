import type { PurchasedFrom } from '#contracts/purchasing/answer.ts'
import { ItemCell, itemKey, ItemLink, Quantity } from '../lib/item-types.tsx'
import { MissingBadge } from '../lib/cost-sum.tsx'
import { Badge } from '../lib/badge.tsx'
import { ComingPrice } from '../lib/coming-price.tsx'
import { costMoney, number } from '../lib/format.ts'
import { PlainCell, PlainTable, type PlainColumn } from '../lib/plain-table.tsx'
import { RecordLink } from '../lib/record-link.tsx'
import { breakable } from '../lib/text.ts'
import { useSomeOf } from '../lib/use-some-of.tsx'
import type { Group, Line } from './order.ts'
import { alternativeText, priceText, sumText } from './texts.ts'

const shownFirst = 200

const Coming = ({ line: { coming, price } }: { line: Line }) =>
  coming && <ComingPrice coming={coming} amount={coming.costPrice} currencyNow={price?.currency} />

const Other = ({ line: { alternative } }: { line: Line }) =>
  alternative && (
    <p className="text-sm wrap-anywhere text-muted">
      Billigste andre:{' '}
      <RecordLink to="suppliers" id={alternative.supplier.id} className="text-accent underline">
        {alternative.supplier.name}
      </RecordLink>
      , {alternativeText(alternative)}
    </p>
  )

/** Contents of the columns that a narrow window hides. */
const Narrow = ({ line }: { line: Line }) => {
  const { supplierArticlenumber, electricalNumber, price } = line
  return (
    <>
      <p className="@lg:hidden">
        <Quantity of={line.quantity} unit={line.unit} isBreakable />
      </p>
      <p className="text-sm wrap-anywhere text-muted @xl:hidden">{supplierArticlenumber}</p>
      {electricalNumber && (
        <p className="text-sm text-muted @2xl:hidden">El-nr. {electricalNumber}</p>
      )}
      {price && (
        <p className="text-sm text-muted @xl:hidden">
          {breakable(priceText(line))} · {price.unit}
        </p>
      )}
      <div className="@xl:hidden">
        <Coming line={line} />
      </div>
    </>
  )
}

const Supplier = ({ of: { id, name } }: { of: PurchasedFrom }) => (
  <p className="text-sm wrap-anywhere">
    <RecordLink to="suppliers" id={id}>
      {name}
    </RecordLink>
  </p>
)

type DescribedProps = { line: Line; namesSupplier: boolean }

const Described = ({ line, namesSupplier }: DescribedProps) => (
  <ItemCell type={line.itemType}>
    <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <p className="min-w-0 font-medium wrap-anywhere">
        <ItemLink item={line}>{line.description}</ItemLink>
      </p>
      {!line.supplier && <Badge tone="warning">Mangler leverandør</Badge>}
      <MissingBadge line={line} />
    </div>
    {line.itoArticlenumber && <p className="text-sm text-muted">{line.itoArticlenumber}</p>}
    {namesSupplier && line.supplier && <Supplier of={line.supplier} />}
    <Narrow line={line} />
    <Other line={line} />
  </ItemCell>
)

const Printed = ({ line, namesSupplier }: DescribedProps) => (
  <>
    {line.description}
    {line.explanation && <small>{line.explanation}</small>}
    {namesSupplier && <small>{line.supplier?.name ?? 'Mangler leverandør'}</small>}
  </>
)

/** In one piece, also beside long texts; where the columns have their widths, only as long as it fits. */
const figure = 'whitespace-nowrap @4xl:whitespace-normal @4xl:wrap-anywhere'
const sum = '@lg:whitespace-nowrap @4xl:whitespace-normal @4xl:wrap-anywhere'

export const columnsOf = (namesSupplier: boolean): readonly PlainColumn<Line>[] => [
  {
    head: 'Beskrivelse',
    look: 'min-w-36',
    cell: (line) => <Described line={line} namesSupplier={namesSupplier} />,
    print: {
      cell: (line) => <Printed line={line} namesSupplier={namesSupplier} />,
      look: 'text',
    },
  },
  {
    head: 'Leverandør art.nr',
    look: 'min-w-28 wrap-anywhere @max-xl:hidden @4xl:w-[17%]',
    cell: (line) => line.supplierArticlenumber,
    print: { look: 'code' },
  },
  {
    head: 'El-nummer',
    look: '@max-2xl:hidden @4xl:w-[11%]',
    cell: (line) => line.electricalNumber,
    print: { look: 'code' },
  },
  {
    head: 'Antall',
    numeric: true,
    look: `${figure} @max-lg:hidden @4xl:w-[10%]`,
    cell: ({ quantity, unit }) => <Quantity of={quantity} unit={unit} isBreakable />,
    print: { cell: ({ quantity, unit }) => `${number(quantity)}\u00a0${unit}` },
  },
  {
    head: 'Kostpris',
    numeric: true,
    look: `${figure} @max-xl:hidden @4xl:w-[12%]`,
    cell: (line) => (
      <>
        {breakable(priceText(line))}
        <Coming line={line} />
      </>
    ),
    print: { cell: priceText },
  },
  { head: 'Prisenhet', look: '@max-xl:hidden @4xl:w-[9%]', cell: ({ price }) => price?.unit },
  {
    head: 'Sum',
    numeric: true,
    look: `${sum} @4xl:w-[12%]`,
    cell: (line) => breakable(sumText(line)),
    print: { cell: sumText },
  },
]

type SumsProps = { group: Group; columns: readonly PlainColumn<Line>[] }

const Sums = ({ group: { totals, complete }, columns }: SumsProps) =>
  totals.map(({ currency, cost }) => (
    <tr key={currency}>
      <th scope="row" className="py-2 text-left">
        Sum {currency}
        {!complete && (
          <span className="ml-2 text-sm font-normal text-warning">Ikke alt er med</span>
        )}
      </th>
      {columns.slice(1, -1).map(({ head, look }) => (
        <PlainCell key={head} look={look} />
      ))}
      <PlainCell numeric look={sum}>
        {breakable(costMoney(cost, currency))}
      </PlainCell>
    </tr>
  ))

export const LinesTable = ({ group, namesSupplier }: { group: Group; namesSupplier: boolean }) => {
  const { shown, moreButton } = useSomeOf(group.lines, shownFirst)
  const columns = columnsOf(namesSupplier)
  return (
    <>
      <div className="overflow-x-auto">
        <PlainTable
          caption={group.title}
          className="@4xl:table-fixed"
          columns={columns}
          rows={shown}
          keyOf={itemKey}
          foot={<Sums group={group} columns={columns} />}
        />
      </div>
      {moreButton && <div>{moreButton}</div>}
    </>
  )
}
