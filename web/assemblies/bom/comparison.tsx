import { ArrowRight, Equal } from 'lucide-react'
import type { Comparison, CostDifference } from '#contracts/assembly/cost-answers.ts'
import { decimalOf, minus } from '#contracts/decimal.ts'
import { Badge } from '../../lib/badge.tsx'
import { counted, costMoney, number } from '../../lib/format.ts'
import { Empty } from '../../lib/panel.tsx'
import { itemKey, ItemLink, ItemTypeIcon } from '../../lib/item-types.tsx'
import { VirtualList } from '../shared/virtual-list.tsx'

type Line = Comparison['lines'][number]

const changes = {
  added: { label: 'Lagt til', tone: 'success' },
  removed: { label: 'Fjernet', tone: 'danger' },
  changed: { label: 'Endret', tone: 'warning' },
  same: { label: 'Likt', tone: 'neutral' },
} as const

const priceText = (price: Line['priceBefore']) =>
  price ? costMoney(price.cost, price.currency) : 'uten pris'

const PriceChange = ({ line: { change, priceBefore, priceAfter } }: { line: Line }) => {
  const [was, is] = [priceText(priceBefore), priceText(priceAfter)]
  const only = change === 'added' ? is : was
  if (!priceBefore && !priceAfter) return null
  return (
    <p className="text-sm text-muted tabular-nums">
      Kostpris{' '}
      {change !== 'changed' || was === is ? (
        only
      ) : (
        <>
          {was} <ArrowRight aria-label="til" className="inline size-3.5 text-faint" /> {is}
        </>
      )}
    </p>
  )
}

const signed = (amount: number | string, currency: string) =>
  `${Number(amount) > 0 ? '+' : ''}${costMoney(amount, currency)}`

/** How much more the line costs, in each currency. */
const costsMore = ({ costBefore: was, costAfter: is }: Line): readonly string[] => {
  const currencies = new Set([was, is].flatMap((cost) => cost?.currency ?? []))
  return [...currencies].flatMap((currency) => {
    const [from, to] = [was, is].map((cost) =>
      cost?.currency === currency ? decimalOf(cost.cost) : '0',
    )
    const more = minus(to!, from!)
    return more === '0' ? [] : [signed(more, currency)]
  })
}

const DifferenceRow = ({ line }: { line: Line }) => {
  const { label, tone } = changes[line.change]
  return (
    <div className="flex items-start gap-3 py-2">
      <span className="mt-0.5 text-muted">
        <ItemTypeIcon type={line.itemType} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 break-words">
            <ItemLink item={line}>{line.description}</ItemLink>
          </span>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <PriceChange line={line} />
      </div>
      <div className="shrink-0 text-right tabular-nums">
        <p className="flex items-center justify-end gap-1.5">
          <span className="text-muted">{number(line.before)}</span>
          <ArrowRight aria-label="til" className="size-3.5 text-faint" />
          <span className="font-semibold">{number(line.after)}</span>
          <span className="text-muted">{line.unit}</span>
        </p>
        {costsMore(line).map((text) => (
          <p key={text} className="text-sm">
            {text}
          </p>
        ))}
      </div>
    </div>
  )
}

const parts = [
  ['Fra', ({ from, currency }) => costMoney(from, currency)],
  ['Antall', ({ byQuantity, currency }) => signed(byQuantity, currency)],
  ['Priser', ({ byPrice, currency }) => signed(byPrice, currency)],
  ['Struktur', ({ byStructure, currency }) => signed(byStructure, currency)],
  ['Manglende priser', ({ byMissing, currency }) => signed(byMissing, currency)],
  ['Til', ({ to, currency }) => costMoney(to, currency)],
] as const satisfies readonly (readonly [string, (cost: CostDifference) => string])[]

const CostTable = ({ cost }: { cost: readonly CostDifference[] }) => (
  <div className="shrink-0 px-5 pb-3">
    <table className="text-right text-sm tabular-nums max-sm:w-full">
      <caption className="sr-only">Forskjell i kostnad</caption>
      <thead className="sr-only">
        <tr>
          {['Del', ...cost.map(({ currency }) => currency)].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {parts.map(([label, textOf]) => (
          <tr key={label} className="last:border-t last:border-line last:font-semibold">
            <th scope="row" className="text-left font-normal text-muted">
              {label}
            </th>
            {cost.map((one) => (
              <td key={one.currency} className="py-0.5 pl-6">
                {textOf(one)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const incompleteText = ({ a, b }: Comparison) => {
  if (a.complete && b.complete) return null
  const where = a.complete ? 'til' : b.complete ? 'fra' : 'begge'
  return `Ikke alle deler er med i kostnaden (${where}): noen mangler pris, eller har den i en enhet som ikke kan regnes om.`
}

export const ComparisonView = (comparison: Comparison) => {
  const { counts, cost, lines } = comparison
  const different = counts.added + counts.removed + counts.changed
  const incomplete = incompleteText(comparison)
  return (
    <>
      {cost.length > 0 && <CostTable cost={cost} />}
      {incomplete && <p className="shrink-0 px-5 pb-3 text-sm text-warning">{incomplete}</p>}
      <output className="shrink-0 px-5 pb-3 text-sm text-muted tabular-nums">
        {different === 0
          ? 'Ingen forskjeller'
          : `${counts.added} lagt til · ${counts.removed} fjernet · ${counts.changed} endret`}
        {` · ${counted(counts.same, 'lik', 'like')}`}
      </output>
      {lines.length === 0 ? (
        <Empty icon={<Equal />}>Stykklistene er like</Empty>
      ) : (
        // On a phone what is above leaves it no room; then the dialog scrolls.
        <div className="flex min-h-[45dvh] flex-1 flex-col">
          <VirtualList label="Forskjeller" items={lines} keyOf={itemKey}>
            {(line) => <DifferenceRow line={line} />}
          </VirtualList>
        </div>
      )}
    </>
  )
}
