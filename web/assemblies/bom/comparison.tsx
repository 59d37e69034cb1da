import { ArrowRight, Equal } from 'lucide-react'
import type { Comparison, CostDifference } from '#contracts/assembly/cost-answers.ts'
import { Badge } from '../../lib/badge.tsx'
import { number } from '../../lib/format.ts'
import { Empty } from '../../lib/loaded.tsx'
import { itemKey, ItemLink, ItemTypeIcon } from '../../lib/item-types.tsx'
import {
  changes,
  costParts,
  costsMore,
  countsText,
  incompleteText,
  pricesOf,
  type Line,
} from './comparison-texts.ts'
import { ScrollRegion } from '../../lib/scroll-region.tsx'
import { VirtualList } from '../shared/virtual-list.tsx'

const PriceChange = ({ line }: { line: Line }) => {
  const [first, then] = pricesOf(line)
  return (
    first && (
      <p className="text-sm text-muted tabular-nums">
        Kostpris {first}
        {then && (
          <>
            {' '}
            <ArrowRight aria-label="til" className="inline size-3.5 text-faint" /> {then}
          </>
        )}
      </p>
    )
  )
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

const CostTable = ({ cost }: { cost: readonly CostDifference[] }) => (
  <ScrollRegion label="Forskjell i kostnad" className="shrink-0 overflow-x-auto px-5 pb-3">
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
        {costParts.map(([label, textOf]) => (
          <tr key={label} className="last:border-t last:border-line last:font-semibold">
            <th scope="row" className="sticky left-0 bg-surface text-left font-normal text-muted">
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
  </ScrollRegion>
)

export const ComparisonView = (comparison: Comparison) => {
  const { cost, lines } = comparison
  const incomplete = incompleteText(comparison)
  return (
    <>
      {cost.length > 0 && <CostTable cost={cost} />}
      {incomplete && <p className="shrink-0 px-5 pb-3 text-sm text-warning">{incomplete}</p>}
      <output className="shrink-0 px-5 pb-3 text-sm text-muted tabular-nums">
        {countsText(comparison)}
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
