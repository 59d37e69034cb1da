/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are laid out one by one in a scroller, which a table does not do */
import { ChevronRight } from 'lucide-react'
import type { CSSProperties, Ref } from 'react'
import { Badge } from '../../lib/badge.tsx'
import { number } from '../../lib/format.ts'
import { Spinner } from '../../lib/spinner.tsx'
import { costTimes, sumText, type CostLine } from './cost.ts'
import { ItemLink, ItemTypeIcon, itemTypeLabels } from '../shared/item-types.tsx'
import { ComingCost, MissingBadge } from './cost-views.tsx'
import type { Row } from './tree.ts'

type Props = {
  ref: Ref<HTMLDivElement>
  row: Row
  /** What one of the item costs, once it is known. */
  cost: CostLine | undefined
  index: number
  start: number
  active: boolean
  onToggle: (row: Row) => void
  onFocus: (key: string) => void
}

const indent = 20

const Toggle = ({ row, onToggle }: Pick<Props, 'row' | 'onToggle'>) => {
  const open = row.state === 'open'
  if (open && row.missing)
    return (
      <span className="grid size-6 shrink-0 place-items-center text-muted">
        <Spinner />
      </span>
    )
  if (row.state === 'leaf') return <span className="size-6 shrink-0" />
  return (
    // The row itself has the keyboard; this is for the pointer, and for who looks for a button.
    <button
      type="button"
      tabIndex={-1}
      aria-label={`${open ? 'Lukk' : 'Utvid'} ${row.item.description}`}
      onClick={() => onToggle(row)}
      className="grid size-6 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
    >
      <ChevronRight
        aria-hidden
        className={`size-4 transition-transform ${open ? 'rotate-90' : ''}`}
      />
    </button>
  )
}

/** One occurrence of an item in the tree. */
export const TreegridRow = (props: Props) => {
  const { ref, row, cost, index, start, active, onFocus, onToggle } = props
  const { item, level, position, siblings, state, key } = row
  return (
    <div
      ref={ref}
      role="row"
      data-index={index}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-rowindex={index + 2}
      aria-expanded={state === 'leaf' ? undefined : state === 'open'}
      tabIndex={active ? 0 : -1}
      onFocus={() => onFocus(key)}
      onDoubleClick={() => onToggle(row)}
      className="absolute inset-x-0 top-0 flex min-h-10 items-center gap-3 border-b border-line px-5 -outline-offset-2 hover:bg-hover"
      style={{ transform: `translateY(${start}px)` }}
    >
      <div
        role="gridcell"
        // Deep down, a narrow screen needs the room for words.
        className="flex min-w-0 flex-1 items-center gap-1.5 py-1.5 pl-[min(var(--indent),35%)]"
        style={{ '--indent': `${(level - 1) * indent}px` } as CSSProperties}
      >
        <Toggle {...props} />
        <span className="text-muted">
          <ItemTypeIcon type={item.itemType} />
        </span>
        <div className="min-w-0">
          <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
            <span className={`min-w-0 break-words ${state === 'leaf' ? '' : 'font-medium'}`}>
              <ItemLink item={item} tabIndex={active ? 0 : -1}>
                {item.description}
              </ItemLink>
            </span>
            <span className="max-sm:hidden">
              <Badge tone={item.itemType === 'assembly' ? 'accent' : 'neutral'}>
                {itemTypeLabels[item.itemType]}
              </Badge>
            </span>
            <MissingBadge cost={cost} />
            {cost && <ComingCost cost={cost} />}
          </p>
          {item.notes && <p className="text-sm break-words text-muted italic">{item.notes}</p>}
        </div>
      </div>
      <span role="gridcell" className="w-24 truncate text-right text-sm text-muted max-sm:hidden">
        {item.itoArticlenumber || item.supplierArticlenumber}
      </span>
      <span
        role="gridcell"
        className="w-16 shrink-0 text-right text-muted tabular-nums max-sm:hidden"
      >
        {number(item.quantity)}
      </span>
      <span role="gridcell" className="w-24 shrink-0 text-right tabular-nums">
        <span className="font-semibold">{number(item.totalQuantity)}</span>{' '}
        <span className="text-muted">{item.unit}</span>
      </span>
      <span role="gridcell" className="w-36 shrink-0 text-right tabular-nums max-md:hidden">
        {cost && sumText(costTimes(cost, item.totalQuantity), 'cost')}
      </span>
    </div>
  )
}
