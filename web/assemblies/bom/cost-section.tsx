import { messageOf } from '../../lib/api.ts'
import { number } from '../../lib/format.ts'
import { CostWarning } from './cost-warning.tsx'
import { itemKey, missingText, sumText, useCost, type CostLine } from './cost.ts'
import { ItemTypeIcon } from './item-types.tsx'
import { MissingBadge } from './missing-badge.tsx'

const CostRow = ({ line }: { line: CostLine }) => (
  <tr className="border-b border-line align-top">
    <td className="py-2 pr-3">
      <div className="flex gap-2 [&>svg]:mt-0.5 [&>svg]:text-muted">
        <ItemTypeIcon type={line.itemType} />
        <span className="min-w-0 break-words">
          {line.description} <MissingBadge cost={line} />
        </span>
      </div>
    </td>
    <td className="py-2 pr-3 text-right tabular-nums">{number(line.quantity)}</td>
    <td className="py-2 pr-3 text-right tabular-nums">{sumText(line, 'cost')}</td>
    <td className="py-2 text-right tabular-nums max-sm:hidden">{sumText(line, 'sales')}</td>
  </tr>
)

/** What is directly in the assembly, what each line costs, and what is in no sum. */
export const CostSection = ({ assemblyId }: { assemblyId: number }) => {
  const { data, error } = useCost(assemblyId, 'direct')
  if (error && !data)
    return <CostWarning>Kunne ikke hente kostnader: {messageOf(error)}</CostWarning>
  if (!data || data.lines.length === 0) return null
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-lg font-semibold">Kostnad</h3>
      <table className="w-full">
        <thead className="border-b border-line text-sm text-muted">
          <tr>
            <th scope="col" className="py-1.5 pr-3 text-left font-medium">
              Direkte i sammenstillingen
            </th>
            <th scope="col" className="py-1.5 pr-3 text-right font-medium">
              Antall
            </th>
            <th scope="col" className="py-1.5 pr-3 text-right font-medium">
              Kostpris
            </th>
            <th scope="col" className="py-1.5 text-right font-medium max-sm:hidden">
              Salgspris
            </th>
          </tr>
        </thead>
        <tbody>
          {data.lines.map((line) => (
            <CostRow key={itemKey(line)} line={line} />
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" colSpan={2} className="py-2 pr-3 text-left">
              Totalt
            </th>
            <td className="py-2 pr-3 text-right tabular-nums">{sumText(data, 'cost')}</td>
            <td className="py-2 text-right tabular-nums max-sm:hidden">{sumText(data, 'sales')}</td>
          </tr>
        </tfoot>
      </table>
      {!data.complete && <CostWarning>Ikke alt er med i summene: {missingText(data)}.</CostWarning>}
    </section>
  )
}
