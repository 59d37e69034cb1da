import { PackageOpen } from 'lucide-react'
import { useState } from 'react'
import type { BomItem } from '#contracts/assembly/bom.ts'
import { Badge } from '../../lib/badge.tsx'
import { sumText } from '../../lib/cost-sum.tsx'
import { counted } from '../../lib/format.ts'
import { LabelledSelect } from '../../lib/labelled.tsx'
import { Empty, Loaded } from '../../lib/loaded.tsx'
import { TitleLine } from '../shared/title-line.tsx'
import { VirtualList } from '../shared/virtual-list.tsx'
import { useBom } from './answers.ts'
import { useAbsent } from './as-of.tsx'
import { CostFooter, CostMarks } from './cost-views.tsx'
import { useCostOf, type CostLine } from './cost.ts'
import { companiesOf, detailOf, inOrder, orders, type Order } from './flat-order.ts'
import { itemKey, ItemLink, ItemTypeBadge, ItemTypeIcon, Quantity } from '../../lib/item-types.tsx'

type Props = { item: BomItem; cost: CostLine | undefined }

const Cost = ({ cost }: { cost: CostLine }) => (
  <p className="flex flex-wrap gap-x-2 text-sm tabular-nums max-sm:col-span-2 max-sm:col-start-2 max-sm:justify-between sm:col-start-3 sm:justify-end">
    <span className="text-muted sm:text-right">
      <span className="sr-only">Kostpris </span>à {sumText({ ...cost, totals: cost.each }, 'cost')}
    </span>
    <span className="text-right sm:min-w-24">
      <span className="sr-only">Sum </span>
      {sumText(cost, 'cost')}
    </span>
  </p>
)

const FlatRow = ({ item, cost }: Props) => {
  const detail = detailOf(item)
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_fit-content(50%)] gap-x-3 gap-y-0.5 py-2">
      <span className="mt-0.5 text-muted sm:row-span-2">
        <ItemTypeIcon type={item.itemType} />
      </span>
      <div className="min-w-0 sm:row-span-2">
        <TitleLine title={<ItemLink item={item}>{item.description}</ItemLink>}>
          <ItemTypeBadge type={item.itemType} />
          {cost && <CostMarks cost={cost} />}
          {item.level > 1 && <span className="text-xs text-muted">Nivå {item.level}</span>}
        </TitleLine>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm text-muted">
          {detail && <span className="min-w-0 break-words">{detail}</span>}
          {companiesOf(item).map((name) => (
            <Badge key={name}>{name}</Badge>
          ))}
        </div>
        {item.notes && <p className="mt-0.5 text-sm break-words text-muted italic">{item.notes}</p>}
      </div>
      <p className="text-right tabular-nums">
        <Quantity of={item.totalQuantity} unit={item.unit} />
      </p>
      {cost && (cost.complete || cost.each.length > 0) && <Cost cost={cost} />}
    </div>
  )
}

const FlatList = ({ assemblyId, items }: { assemblyId: number; items: readonly BomItem[] }) => {
  const costOf = useCostOf(assemblyId)
  const [order, setOrder] = useState<Order>('name')
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
        <LabelledSelect
          label="Sorter etter"
          place="beside"
          value={order}
          onChange={setOrder}
          options={Object.entries(orders)}
        />
        <output className="text-sm text-muted tabular-nums">
          {counted(items.length, 'linje', 'linjer')}
        </output>
      </div>
      {items.length === 0 ? (
        <Empty icon={<PackageOpen />}>Ingen elementer i stykklisten</Empty>
      ) : (
        <>
          <VirtualList label="Stykkliste" items={inOrder(items, order)} keyOf={itemKey}>
            {(item) => <FlatRow item={item} cost={costOf(item)} />}
          </VirtualList>
          <CostFooter assemblyId={assemblyId} />
        </>
      )}
    </>
  )
}

export const FlatTab = ({ assemblyId }: { assemblyId: number }) => (
  <Loaded
    {...useBom(assemblyId)}
    loading="Genererer stykkliste..."
    failed="Feil ved lasting av stykkliste"
    missing={useAbsent()}
  >
    {({ items }) => <FlatList assemblyId={assemblyId} items={items} />}
  </Loaded>
)
