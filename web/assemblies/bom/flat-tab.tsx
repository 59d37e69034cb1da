import { PackageOpen } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { Select } from '../../fields/select.tsx'
import { messageOf } from '../../lib/api.ts'
import { count } from '../../lib/format.ts'
import { Empty, Failed, Loading } from '../manage/panel.tsx'
import { VirtualList } from '../virtual-list.tsx'
import { useBom } from './answers.ts'
import { itemKey, useCosts } from './cost.ts'
import { CostFooter } from './cost-footer.tsx'
import { inOrder, orders, type Order } from './flat-order.ts'
import { FlatRow } from './flat-row.tsx'

/** Every item once, with its total over all paths. */
export const FlatTab = ({ assemblyId }: { assemblyId: number }) => {
  const { data, error, mutate } = useBom(assemblyId)
  const { costOf, ...costs } = useCosts(assemblyId)
  const [order, setOrder] = useState<Order>('name')
  const items = useMemo(() => data && inOrder(data.items, order), [data, order])
  const select = useId()

  if (error && !data)
    return (
      <Failed
        title="Feil ved lasting av stykkliste"
        message={messageOf(error)}
        retry={() => void mutate()}
      />
    )
  if (!items) return <Loading>Genererer stykkliste...</Loading>
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
        <div className="flex items-center gap-2">
          <label htmlFor={select} className="text-sm text-muted">
            Sorter etter
          </label>
          <Select
            id={select}
            value={order}
            onChange={({ target }) => setOrder(target.value as Order)}
          >
            {Object.entries(orders).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        </div>
        <output className="text-sm text-muted tabular-nums">
          {count(items.length)} {items.length === 1 ? 'linje' : 'linjer'}
        </output>
      </div>
      {items.length === 0 ? (
        <Empty icon={<PackageOpen aria-hidden />}>Ingen elementer i stykklisten</Empty>
      ) : (
        <VirtualList label="Stykkliste" items={items} keyOf={itemKey} estimate={61}>
          {(item) => <FlatRow item={item} cost={costOf(item)} />}
        </VirtualList>
      )}
      {items.length > 0 && <CostFooter {...costs} />}
    </>
  )
}
