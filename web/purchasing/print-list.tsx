import type { Purchasing } from '#contracts/purchasing/answer.ts'
import { asOf } from '../lib/as-of.ts'
import { costMoney, date, dayOrTime } from '../lib/format.ts'
import { PrintPage, PrintTable } from '../lib/print-page.tsx'
import { columnsOf } from './lines-table.tsx'
import type { Group } from './order.ts'
import { assembliesText, missingText, totalText } from './texts.ts'

const PrintGroup = ({ group, namesSupplier }: { group: Group; namesSupplier: boolean }) => {
  const { title, supplier, lines, totals } = group
  const contact = [supplier?.orderEmail, supplier?.website].filter(Boolean).join(' · ')
  return (
    <>
      <h2>{title}</h2>
      {contact && <p>{contact}</p>}
      <PrintTable columns={columnsOf(namesSupplier)} rows={lines}>
        {totals.map(({ currency, cost }) => (
          <tr key={currency} className="print-above">
            <td colSpan={6}>Sum {currency}</td>
            <td className="print-number">{costMoney(cost, currency)}</td>
          </tr>
        ))}
      </PrintTable>
    </>
  )
}

type Props = { list: Purchasing; groups: readonly Group[]; namesSupplier: boolean }

export const PrintList = ({ list, groups, namesSupplier }: Props) => {
  const missing = missingText(list)
  const day = asOf()
  return (
    <PrintPage>
      {(printedAt) => (
        <>
          <h1>Innkjøpsliste: {assembliesText(list.assemblies)}</h1>
          <p>
            {[
              date(printedAt),
              day && `Per ${dayOrTime(day)}`,
              `Sum ${totalText(list.totals)}`,
              missing,
            ]
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
