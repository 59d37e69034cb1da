import { useState, type ReactNode } from 'react'
import { ItemLink, ItemTypeIcon } from '../assemblies/shared/item-types.tsx'
import { Badge } from '../lib/badge.tsx'
import { Button } from '../lib/button.tsx'
import { ComingPrice } from '../lib/coming-price.tsx'
import { count, money, number } from '../lib/format.ts'
import { RecordLink } from '../lib/record-link.tsx'
import { TableHead } from '../lib/table-head.tsx'
import type { Group, Line } from './order.ts'
import { alternativeText, partKey, priceText, sumText } from './texts.ts'

/** Beyond these the rest is shown when it is asked for. */
const shownFirst = 200

const heads = [
  { text: 'Beskrivelse', look: 'text-left' },
  { text: 'Leverandør art.nr', look: 'text-left max-md:hidden xl:w-[17%]' },
  { text: 'El-nummer', look: 'text-left max-lg:hidden xl:w-[11%]' },
  { text: 'Antall', look: 'text-right max-sm:hidden xl:w-[10%]' },
  { text: 'Kostpris', look: 'text-right max-md:hidden xl:w-[12%]' },
  { text: 'Prisenhet', look: 'text-left max-md:hidden xl:w-[9%]' },
  { text: 'Sum', look: 'text-right xl:w-[12%]' },
] as const

const Cell = ({ look = '', children }: { look?: string; children: ReactNode }) => (
  <td className={`py-2 pl-3 tabular-nums ${look}`}>{children}</td>
)

const Coming = ({ line: { coming, price } }: { line: Line }) =>
  coming && (
    <ComingPrice
      coming={{
        validFrom: coming.validFrom,
        amount: coming.costPrice,
        currency: coming.costPriceCurrency,
      }}
      currencyNow={price?.currency}
    />
  )

const Other = ({ line: { alternative } }: { line: Line }) =>
  alternative && (
    <p className="text-sm break-words text-muted">
      Billigste andre:{' '}
      <RecordLink to="suppliers" id={alternative.supplier.id}>
        {alternative.supplier.name}
      </RecordLink>
      , {alternativeText(alternative)}
    </p>
  )

const Quantity = ({ line: { quantity, unit } }: { line: Line }) => (
  <>
    <span className="font-semibold">{number(quantity)}</span>{' '}
    <span className="text-muted">{unit}</span>
  </>
)

/** What a narrow window has no columns for. */
const Narrow = ({ line }: { line: Line }) => {
  const { supplierArticlenumber, electricalNumber, price } = line
  return (
    <>
      <p className="sm:hidden">
        <Quantity line={line} />
      </p>
      <p className="text-sm break-words text-muted md:hidden">{supplierArticlenumber}</p>
      {electricalNumber && (
        <p className="text-sm text-muted lg:hidden">El-nr. {electricalNumber}</p>
      )}
      {price && (
        <p className="text-sm text-muted md:hidden">
          {priceText(line)} · {price.unit}
        </p>
      )}
      <div className="md:hidden">
        <Coming line={line} />
      </div>
    </>
  )
}

const LineRow = ({ line, namesSupplier }: { line: Line; namesSupplier: boolean }) => (
  <tr className="border-b border-line align-top">
    <td className="py-2">
      <div className="flex gap-2 [&>svg]:mt-0.5 [&>svg]:text-muted">
        <ItemTypeIcon type={line.itemType} />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <p className="min-w-0 font-medium wrap-anywhere">
              <ItemLink item={line}>{line.description}</ItemLink>
            </p>
            {!line.supplier && <Badge tone="warning">Mangler leverandør</Badge>}
            {line.reason === 'NO_PRICE' && <Badge tone="warning">Mangler pris</Badge>}
            {line.reason === 'UNIT_MISMATCH' && <Badge tone="warning">Ulike enheter</Badge>}
          </div>
          {line.reason === 'UNIT_MISMATCH' && (
            <p className="text-sm text-muted">{line.explanation}</p>
          )}
          {line.itoArticlenumber && (
            <p className="text-sm break-words text-muted">{line.itoArticlenumber}</p>
          )}
          {namesSupplier && line.supplier && (
            <p className="text-sm break-words">
              <RecordLink to="suppliers" id={line.supplier.id}>
                {line.supplier.name}
              </RecordLink>
            </p>
          )}
          <Narrow line={line} />
          <Other line={line} />
        </div>
      </div>
    </td>
    <Cell look="max-md:hidden break-words">{line.supplierArticlenumber}</Cell>
    <Cell look="max-lg:hidden">{line.electricalNumber}</Cell>
    <Cell look="text-right whitespace-nowrap max-sm:hidden">
      <Quantity line={line} />
    </Cell>
    <Cell look="text-right whitespace-nowrap max-md:hidden">
      {priceText(line)}
      <Coming line={line} />
    </Cell>
    <Cell look="max-md:hidden">{line.price?.unit}</Cell>
    <Cell look="text-right sm:whitespace-nowrap">{sumText(line)}</Cell>
  </tr>
)

const Sums = ({ totals, complete }: Pick<Group, 'totals' | 'complete'>) => (
  <tfoot>
    {totals.map(({ currency, cost }) => (
      <tr key={currency} className="font-semibold">
        <th scope="row" className="py-2 text-left">
          Sum {currency}
          {!complete && (
            <span className="ml-2 text-sm font-normal text-warning">Ikke alt er med</span>
          )}
        </th>
        {heads.slice(1, -1).map(({ text, look }) => (
          <Cell key={text} look={look}>
            {null}
          </Cell>
        ))}
        <Cell look="text-right sm:whitespace-nowrap">{money(cost, currency)}</Cell>
      </tr>
    ))}
  </tfoot>
)

export const LinesTable = ({ group, namesSupplier }: { group: Group; namesSupplier: boolean }) => {
  const [isWhole, setWhole] = useState(group.lines.length <= shownFirst)
  const shown = isWhole ? group.lines : group.lines.slice(0, shownFirst)
  return (
    <>
      <table className="w-full xl:table-fixed">
        <caption className="sr-only">{group.title}</caption>
        <TableHead heads={heads} />
        <tbody>
          {shown.map((line) => (
            <LineRow key={partKey(line)} line={line} namesSupplier={namesSupplier} />
          ))}
        </tbody>
        <Sums totals={group.totals} complete={group.complete} />
      </table>
      {!isWhole && (
        <Button className="self-start" onClick={() => setWhole(true)}>
          Vis alle {count(group.lines.length)} linjer
        </Button>
      )}
    </>
  )
}
