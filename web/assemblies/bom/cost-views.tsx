import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CostAnswer } from '#contracts/assembly/cost-answers.ts'
import { messageOf } from '../../lib/api.ts'
import { Badge } from '../../lib/badge.tsx'
import { number } from '../../lib/format.ts'
import { comingText } from '../../lib/coming-price.tsx'
import { TableHead } from '../../lib/table-head.tsx'
import { ItemLink, ItemTypeIcon } from '../shared/item-types.tsx'
import {
  itemKey,
  missingDetail,
  missingMark,
  missingText,
  sumText,
  useCost,
  type CostLine,
  type Costs,
} from './cost.ts'

/** What is to be known about a sum before it is relied on. */
const CostWarning = ({ children }: { children: ReactNode }) => (
  <p className="flex items-center gap-1.5 text-sm text-warning">
    <TriangleAlert className="size-4 shrink-0" />
    <span>{children}</span>
  </p>
)

/** Marks what is in no sum and says why, and what holds such. */
export const MissingBadge = ({ cost }: { cost: CostLine | undefined }) => {
  const mark = cost && missingMark(cost)
  if (!mark) return null
  const detail = missingDetail(cost)
  return (
    <>
      <Badge tone="warning">{mark}</Badge>{' '}
      {detail && <span className="text-sm text-muted">{detail}</span>}
    </>
  )
}

/** What one costs next, and from when. */
export const ComingCost = ({ cost: { coming } }: { cost: CostLine }) =>
  coming && (
    <span className="text-sm text-muted">
      {comingText({
        ...coming,
        amount: coming.costPrice,
        currency: coming.costPriceCurrency,
      })}{' '}
      per {coming.unit}
    </span>
  )

const Sums = ({ cost }: { cost: CostAnswer }) => (
  <dl className="flex flex-wrap gap-x-6 gap-y-1 tabular-nums">
    <div className="flex gap-2">
      <dt className="text-muted">Kostpris</dt>
      <dd className="font-semibold">{sumText(cost, 'cost')}</dd>
    </div>
    <div className="flex gap-2">
      <dt className="text-muted">Salgspris</dt>
      <dd className="font-semibold">{sumText(cost, 'sales')}</dd>
    </div>
  </dl>
)

/** What one of the assembly costs, under its stykkliste; or why that is not to be seen. */
export const CostFooter = ({ cost, error }: Omit<Costs, 'costOf'>) => {
  if (!cost && !error) return null
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line bg-sunken px-5 py-2.5 text-sm">
      {!cost ? (
        <CostWarning>Kunne ikke hente kostnader: {messageOf(error)}</CostWarning>
      ) : cost.complete ? (
        <span className="text-muted">Alle deler har kostpris</span>
      ) : (
        <CostWarning>{missingText(cost)}</CostWarning>
      )}
      {cost && <Sums cost={cost} />}
    </div>
  )
}

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
        <TableHead heads={heads} />
        <tbody>
          {data.lines.map((line) => (
            <tr key={itemKey(line)} className="border-b border-line align-top">
              <td className="py-2">
                <div className="flex gap-2 [&>svg]:mt-0.5 [&>svg]:text-muted">
                  <ItemTypeIcon type={line.itemType} />
                  <span className="min-w-0 break-words">
                    <ItemLink item={line}>{line.description}</ItemLink> <MissingBadge cost={line} />{' '}
                    <ComingCost cost={line} />
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
