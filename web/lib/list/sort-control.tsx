import { ArrowDown, ArrowUp } from 'lucide-react'
import { Select } from '../select.tsx'
import { IconButton } from '../button.tsx'
import { Tooltip } from '../tooltip.tsx'
import type { Column } from './list-props.ts'
import type { ListControl } from './use-list-state.ts'

type Props<Row> = { columns: readonly Column<Row>[]; state: ListControl }

/** The order of cards, which have no headings to click. */
export const SortControl = <Row,>({ columns, state: { sort, change } }: Props<Row>) => {
  const turn = sort?.descending ? 'Sorter stigende' : 'Sorter synkende'
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1">
      <Select
        className="w-auto max-w-44 min-w-0 flex-1"
        aria-label="Sorter etter"
        value={sort?.key ?? ''}
        onChange={({ target: { value } }) =>
          change({ sort: value === '' ? null : { key: value, descending: false } })
        }
        options={[['', 'Ikke sortert'], ...columns.map(({ key, label }) => [key, label] as const)]}
      />
      {sort && (
        <Tooltip text={turn}>
          <IconButton
            label={turn}
            icon={sort.descending ? <ArrowDown /> : <ArrowUp />}
            onClick={() => change({ sort: { ...sort, descending: !sort.descending } })}
          />
        </Tooltip>
      )}
    </div>
  )
}
