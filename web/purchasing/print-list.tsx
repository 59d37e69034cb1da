import type { Purchasing } from '#contracts/purchasing/answer.ts'
import { asOf } from '../lib/as-of.ts'
import { date, money, number } from '../lib/format.ts'
import { PrintPage } from '../lib/print-page.tsx'
import type { Group, Line } from './order.ts'
import { assembliesText, missingText, partKey, priceText, sumText, totalText } from './texts.ts'

const figures = new Set(['Antall', 'Kostpris', 'Sum'])
const heads = [
  'Beskrivelse',
  'Leverandør art.nr',
  'El-nummer',
  'Antall',
  'Kostpris',
  'Prisenhet',
  'Sum',
]

const PrintLine = ({ line, namesSupplier }: { line: Line; namesSupplier: boolean }) => (
  <tr>
    <td>
      {line.description}
      {line.explanation && <small>{line.explanation}</small>}
      {namesSupplier && <small>{line.supplier?.name ?? 'Mangler leverandør'}</small>}
    </td>
    <td className="print-code">{line.supplierArticlenumber}</td>
    <td className="print-code">{line.electricalNumber}</td>
    <td className="print-number">{`${number(line.quantity)}\u00a0${line.unit}`}</td>
    <td className="print-number">{priceText(line)}</td>
    <td>{line.price?.unit}</td>
    <td className="print-number">{sumText(line)}</td>
  </tr>
)

const PrintGroup = ({ group, namesSupplier }: { group: Group; namesSupplier: boolean }) => {
  const { title, supplier, lines, totals } = group
  const contact = [supplier?.orderEmail, supplier?.website].filter(Boolean).join(' · ')
  return (
    <>
      <h2>{title}</h2>
      {contact && <p>{contact}</p>}
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} className={figures.has(head) ? 'print-number' : ''}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <PrintLine key={partKey(line)} line={line} namesSupplier={namesSupplier} />
          ))}
          {totals.map(({ currency, cost }) => (
            <tr key={currency} className="print-above">
              <td colSpan={6}>Sum {currency}</td>
              <td className="print-number">{money(cost, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

type Props = { list: Purchasing; groups: readonly Group[]; namesSupplier: boolean }

/** On paper: every line, grouped and sorted as on the screen. */
export const PrintList = ({ list, groups, namesSupplier }: Props) => {
  const missing = missingText(list)
  const day = asOf()
  return (
    <PrintPage>
      {(printedAt) => (
        <>
          <h1>Innkjøpsliste: {assembliesText(list.assemblies)}</h1>
          <p>
            {[date(printedAt), day && `Per ${date(day)}`, `Sum ${totalText(list.totals)}`, missing]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {groups.map((group) => (
            <PrintGroup key={group.key} group={group} namesSupplier={namesSupplier} />
          ))}
        </>
      )}
    </PrintPage>
  )
}
