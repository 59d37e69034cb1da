import type { BomItem } from '#contracts/assembly/bom.ts'
import { Badge } from '../../lib/badge.tsx'
import { number } from '../../lib/format.ts'
import { sumText, type CostLine } from './cost.ts'
import { companiesOf, detailOf } from './flat-order.ts'
import { ItemTypeIcon, itemTypeLabels } from './item-types.tsx'
import { MissingBadge } from './missing-badge.tsx'

export const typeTones = {
  component: 'neutral',
  motor: 'neutral',
  sensor: 'neutral',
  assembly: 'accent',
} as const

type Props = { item: BomItem; cost: CostLine | undefined }

const Cost = ({ cost }: { cost: CostLine }) => (
  <p className="flex flex-wrap gap-x-2 text-sm tabular-nums max-sm:col-span-2 max-sm:col-start-2 max-sm:justify-between sm:col-start-3 sm:justify-end">
    <span className="text-muted">
      <span className="sr-only">Kostpris </span>à {sumText({ ...cost, totals: cost.each }, 'cost')}
    </span>
    <span className="text-right sm:min-w-24">
      <span className="sr-only">Sum </span>
      {sumText(cost, 'cost')}
    </span>
  </p>
)

/** One item of the flat list, with its total over all paths, and what one and all of it cost. */
export const FlatRow = ({ item, cost }: Props) => {
  const detail = detailOf(item)
  return (
    <div className="grid grid-cols-[auto_1fr_auto] gap-x-3 gap-y-0.5 py-2">
      <span className="mt-0.5 text-muted sm:row-span-2">
        <ItemTypeIcon type={item.itemType} />
      </span>
      <div className="min-w-0 sm:row-span-2">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="font-medium break-words">{item.description}</span>
          <Badge tone={typeTones[item.itemType] ?? 'neutral'}>
            {itemTypeLabels[item.itemType] ?? item.itemType}
          </Badge>
          <MissingBadge cost={cost} />
          {item.level > 1 && <span className="text-xs text-muted">Nivå {item.level}</span>}
        </div>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm text-muted">
          {detail && <span className="break-words">{detail}</span>}
          {companiesOf(item).map((name) => (
            <Badge key={name}>{name}</Badge>
          ))}
        </div>
        {item.notes && <p className="mt-0.5 text-sm break-words text-muted italic">{item.notes}</p>}
      </div>
      <p className="text-right tabular-nums">
        <span className="font-semibold">{number(item.totalQuantity)}</span>{' '}
        <span className="text-muted">{item.unit}</span>
      </p>
      {cost && cost.each.length > 0 && <Cost cost={cost} />}
    </div>
  )
}
