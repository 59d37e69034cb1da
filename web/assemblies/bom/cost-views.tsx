import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CostAnswer } from '#contracts/assembly/cost-answers.ts'
import { MissingBadge, missingDetail, missingMark, sumText } from '../../lib/cost-sum.tsx'
import { number } from '../../lib/format.ts'
import { comingText } from '../../lib/coming-price.tsx'
import { NotRead } from '../../lib/loaded.tsx'
import { PlainCell, PlainTable, type PlainColumn } from '../../lib/plain-table.tsx'
import { ItemCell, itemKey, ItemLink } from '../../lib/item-types.tsx'
import { useSomeOf } from '../../lib/use-some-of.tsx'
import { missingText, useCost, type CostLine } from './cost.ts'

const failed = 'Kunne ikke hente kostnader'

const CostWarning = ({ children }: { children: ReactNode }) => (
  <p className="flex items-center gap-1.5 text-sm text-warning">
    <TriangleAlert className="size-4 shrink-0" />
    <span>{children}</span>
  </p>
)

export const CostMarks = ({ cost }: { cost: CostLine }) => {
  const { coming } = cost
  return (
    <>
      <MissingBadge line={cost} />
      {coming && (
        <span className="text-sm text-muted">
          {comingText(coming, coming.costPrice)} per {coming.unit}
        </span>
      )}
    </>
  )
}

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

export const CostFooter = ({ assemblyId }: { assemblyId: number }) => {
  const { data: cost, ...answer } = useCost(assemblyId, 'flat')
  if (!cost && !answer.error) return null
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line bg-sunken px-5 py-2.5 text-sm">
      {!cost ? (
        <NotRead {...answer} failed={failed} />
      ) : cost.complete ? (
        <span className="text-muted">Alle deler har kostpris</span>
      ) : (
        <CostWarning>{missingText(cost)}</CostWarning>
      )}
      {cost && <Sums cost={cost} />}
    </div>
  )
}

export const costColumns: readonly PlainColumn<CostLine>[] = [
  {
    head: 'Direkte i sammenstillingen',
    cell: (line) => (
      <ItemCell type={line.itemType}>
        <ItemLink item={line}>{line.description}</ItemLink> <CostMarks cost={line} />
      </ItemCell>
    ),
    print: {
      cell: (line) => (
        <>
          {line.description}
          {missingMark(line) && <small>{missingDetail(line) ?? missingMark(line)}</small>}
        </>
      ),
      look: 'text',
    },
  },
  { head: 'Antall', numeric: true, cell: ({ quantity }) => number(quantity) },
  { head: 'Kostpris', numeric: true, cell: (line) => sumText(line, 'cost') },
  {
    head: 'Salgspris',
    numeric: true,
    look: 'max-sm:hidden',
    cell: (line) => sumText(line, 'sales'),
  },
]

const Totals = ({ cost }: { cost: CostAnswer }) => (
  <tr>
    <th scope="row" colSpan={2} className="py-2 text-left">
      Totalt
    </th>
    <PlainCell numeric>{sumText(cost, 'cost')}</PlainCell>
    <PlainCell numeric look="max-sm:hidden">
      {sumText(cost, 'sales')}
    </PlainCell>
  </tr>
)

/** Eight thousand rows would take seconds. */
const linesFirst = 200

const CostTable = ({ cost }: { cost: CostAnswer }) => {
  const { shown, moreButton } = useSomeOf(cost.lines, linesFirst)
  return (
    <>
      <PlainTable
        columns={costColumns}
        rows={shown}
        keyOf={itemKey}
        foot={<Totals cost={cost} />}
      />
      {moreButton && <div>{moreButton}</div>}
    </>
  )
}

export const CostSection = ({ assemblyId }: { assemblyId: number }) => {
  const { data, ...answer } = useCost(assemblyId, 'direct')
  if (!data) return <NotRead {...answer} failed={failed} />
  if (data.lines.length === 0) return null
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-lg font-semibold">Kostnad</h3>
      <CostTable cost={data} />
      {!data.complete && <CostWarning>Ikke alt er med i summene: {missingText(data)}.</CostWarning>}
    </section>
  )
}
