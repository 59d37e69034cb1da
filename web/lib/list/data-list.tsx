import { ArrowDown, ArrowUp } from 'lucide-react'
import { Badge } from '../badge.tsx'
import { IconButton } from '../button.tsx'
import { ExportMenu } from '../export-menu.tsx'
import { Select } from '../select.tsx'
import { Tooltip } from '../tooltip.tsx'
import { CardGrid } from './card-grid.tsx'
import { ColumnsPopover } from './columns-popover.tsx'
import { DataTable } from './data-table.tsx'
import { exportPath } from './export-path.ts'
import { FilterButton } from './filters/filter-button.tsx'
import { countText, isNarrowed, ListFrame } from './list-frame.tsx'
import type { Column, DataListProps, Identified } from './list-props.ts'
import { PrintedSearch, printedToolbar } from './print-note.tsx'
import { SearchBox } from './search-box.tsx'
import type { ListControl } from './use-list-state.ts'
import { ViewToggle } from './view-toggle.tsx'

type SortProps<Row> = { columns: readonly Column<Row>[]; state: ListControl }

/** Cards have no column headings to sort by. */
const SortControl = <Row,>({ columns, state: { sort, change } }: SortProps<Row>) => {
  const turn = sort?.descending ? 'Sorter stigende' : 'Sorter synkende'
  return (
    <div className="flex min-w-0 items-center gap-1 max-lg:order-last max-lg:basis-full max-sm:order-1 max-sm:basis-[calc(100%-10rem)]">
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

const Toolbar = <Row extends Identified>(props: DataListProps<Row>) => {
  const { state, view, items, columns, cardLines, entity } = props
  const isList = state.view === 'list'
  const hideable = isList ? columns : cardLines
  return (
    // The sort control comes before the view's buttons, which must not move when it does. Tab follows what is seen.
    <div
      className={`flex flex-wrap [reading-flow:flex-visual] items-center gap-2 sm:justify-end ${printedToolbar}`}
    >
      <SearchBox
        label={`Søk ${items}...`}
        value={state.search}
        onChange={(search) => state.change({ search })}
      />
      {entity && <FilterButton entity={entity} state={state} />}
      <output className="flex grow basis-40 items-center gap-2 text-sm text-muted tabular-nums max-sm:order-last">
        {countText(view, items)}
        <PrintedSearch search={state.search} />
        {isNarrowed(state) && <Badge tone="accent">filtrert</Badge>}
      </output>
      {!isList && <SortControl columns={columns} state={state} />}
      <ViewToggle view={state.view} onChange={(next) => state.change({ view: next })} />
      <div className="flex items-center gap-2 max-sm:order-1">
        {props.tools}
        {entity && (
          <ExportMenu
            compact
            path={exportPath(entity, state, hideable ?? columns)}
            name={items}
            failed={`Kunne ikke eksportere ${items}`}
          />
        )}
        {hideable && <ColumnsPopover columns={hideable} state={state} />}
      </div>
    </div>
  )
}

export const DataList = <Row extends Identified>(props: DataListProps<Row>) => (
  <ListFrame {...props} toolbar={<Toolbar {...props} />}>
    {props.state.view === 'list' ? <DataTable {...props} /> : <CardGrid {...props} />}
  </ListFrame>
)
