/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the virtual list positions rows absolutely, which a <table> cannot do */
import { ChevronRight } from 'lucide-react'
import type { CSSProperties, ReactNode, Ref } from 'react'
import { sumText } from '../../lib/cost-sum.tsx'
import { number } from '../../lib/format.ts'
import { Spinner } from '../../lib/spinner.tsx'
import { ItemLink, ItemTypeBadge, ItemTypeIcon, Quantity } from '../../lib/item-types.tsx'
import { CostMarks } from './cost-views.tsx'
import { costTimes, type CostLine } from './cost.ts'
import type { Row } from './tree.ts'

type Props = {
  ref: Ref<HTMLDivElement>
  row: Row
  /** The cost of one item; undefined until it is read. */
  cost: CostLine | undefined
  index: number
  start: number
  active: boolean
  onToggle: (row: Row) => void
}

type Column = { head: string; look: string; cell: (row: Row, cost?: CostLine) => ReactNode }

/** On a phone the cost is below the quantity. */
export const rowLook =
  'flex gap-x-3 px-5 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:content-center'
export const descriptionLook = 'min-w-0 flex-1 max-sm:row-span-2'

export const figures: readonly Column[] = [
  {
    head: 'Art.nr.',
    look: 'w-24 max-md:hidden',
    cell: ({ item }) => (
      <p className="truncate text-sm text-muted">
        {item.itoArticlenumber || item.supplierArticlenumber}
      </p>
    ),
  },
  {
    head: 'Antall',
    look: 'w-16 max-sm:hidden',
    cell: ({ item }) => <span className="text-muted">{number(item.quantity)}</span>,
  },
  {
    head: 'Totalt',
    look: 'max-sm:self-end sm:w-24',
    cell: ({ item }) => <Quantity of={item.totalQuantity} unit={item.unit} />,
  },
  {
    head: 'Kostpris',
    look: 'max-w-36 max-sm:self-start sm:w-36',
    cell: ({ item }, cost) =>
      cost && (
        <p className="text-sm wrap-anywhere max-sm:text-muted">
          {sumText(costTimes(cost, item.totalQuantity), 'cost')}
        </p>
      ),
  },
]

const indent = 20

/** As wide as the button, which fingers need wider. */
const toggleSpace = 'size-6 shrink-0 max-sm:w-11 pointer-coarse:w-11'

const Toggle = ({ row, onToggle }: Pick<Props, 'row' | 'onToggle'>) => {
  const open = row.state === 'open'
  if (open && row.missing)
    return (
      <span className={`grid place-items-center text-muted ${toggleSpace}`}>
        <Spinner />
      </span>
    )
  if (row.state === 'leaf') return <span className={toggleSpace} />
  return (
    // Keyboard users toggle the row itself; this button is for pointers and screen readers.
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

const Description = ({ row: { item, state }, cost, active }: Props) => (
  <div className="min-w-0">
    <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
      <span className={`min-w-0 break-words ${state === 'leaf' ? '' : 'font-medium'}`}>
        <ItemLink item={item} tabIndex={active ? 0 : -1}>
          {item.description}
        </ItemLink>
      </span>
      <span className="max-sm:hidden">
        <ItemTypeBadge type={item.itemType} />
      </span>
      {cost && <CostMarks cost={cost} />}
    </p>
    {item.notes && <p className="text-sm break-words text-muted italic">{item.notes}</p>}
  </div>
)

export const TreegridRow = (props: Props) => {
  const { ref, row, cost, index, start, active, onToggle } = props
  return (
    <div
      ref={ref}
      role="row"
      data-index={index}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-rowindex={index + 2}
      aria-expanded={row.state === 'leaf' ? undefined : row.state === 'open'}
      tabIndex={active ? 0 : -1}
      onDoubleClick={() => onToggle(row)}
      className={`absolute inset-x-0 top-0 min-h-10 items-center border-b border-line -outline-offset-2 hover:bg-hover ${rowLook}`}
      style={{ transform: `translateY(${start}px)` }}
    >
      <div
        role="gridcell"
        // The indent is limited, so that deep rows keep room for text on narrow screens.
        className={`flex items-center gap-1.5 py-1.5 pl-[min(var(--indent),35%)] ${descriptionLook}`}
        style={{ '--indent': `${(row.level - 1) * indent}px` } as CSSProperties}
      >
        <Toggle {...props} />
        <span className="text-muted">
          <ItemTypeIcon type={row.item.itemType} />
        </span>
        <Description {...props} />
      </div>
      {figures.map(({ head, look, cell }) => (
        <div key={head} role="gridcell" className={`shrink-0 text-right tabular-nums ${look}`}>
          {cell(row, cost)}
        </div>
      ))}
    </div>
  )
}
