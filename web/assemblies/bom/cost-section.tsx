import type { ReactNode } from 'react'
import { messageOf } from '../../lib/api.ts'
import { number } from '../../lib/format.ts'
import { CostWarning, MissingBadge } from './cost-footer.tsx'
import { itemKey, missingText, sumText, useCost } from './cost.ts'
import { ItemTypeIcon } from '../shared/item-types.tsx'

const heads = [
  { text: 'Direkte i sammenstillingen', look: 'text-left' },
  { text: 'Antall', look: 'text-right' },
  { text: 'Kostpris', look: 'text-right' },
  { text: 'Salgspris', look: 'text-right max-sm:hidden' },
]

const Figure = ({ look = '', children }: { look?: string; children: ReactNode }) => (
  <td className={`py-2 pl-3 text-right tabular-nums ${look}`}>{children}</td>
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
            {heads.map(({ text, look }, at) => (
              <th
                key={text}
                scope="col"
                className={`py-1.5 font-medium ${at > 0 ? 'pl-3' : ''} ${look}`}
              >
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.lines.map((line) => (
            <tr key={itemKey(line)} className="border-b border-line align-top">
              <td className="py-2">
                <div className="flex gap-2 [&>svg]:mt-0.5 [&>svg]:text-muted">
                  <ItemTypeIcon type={line.itemType} />
                  <span className="min-w-0 break-words">
                    {line.description} <MissingBadge cost={line} />
                  </span>
                </div>
              </td>
              <Figure>{number(line.quantity)}</Figure>
              <Figure>{sumText(line, 'cost')}</Figure>
              <Figure look="max-sm:hidden">{sumText(line, 'sales')}</Figure>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" colSpan={2} className="py-2 text-left">
              Totalt
            </th>
            <Figure>{sumText(data, 'cost')}</Figure>
            <Figure look="max-sm:hidden">{sumText(data, 'sales')}</Figure>
          </tr>
        </tfoot>
      </table>
      {!data.complete && <CostWarning>Ikke alt er med i summene: {missingText(data)}.</CostWarning>}
    </section>
  )
}
