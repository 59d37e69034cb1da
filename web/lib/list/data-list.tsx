import { ArrowDown, ArrowUp, Inbox, SearchX } from 'lucide-react'
import { messageOf } from '../api.ts'
import { Badge } from '../badge.tsx'
import { Button, IconButton } from '../button.tsx'
import { ChangedNotice } from '../changed-notice.tsx'
import { count as figure } from '../format.ts'
import { HighlightSearch } from '../highlight.tsx'
import { ExportMenu } from '../export-menu.tsx'
import { Notice } from '../notice.tsx'
import { Select } from '../select.tsx'
import { Tooltip, TooltipProvider } from '../tooltip.tsx'
import { CardGrid } from './card-grid.tsx'
import { ColumnsPopover } from './columns-popover.tsx'
import { DataTable } from './data-table.tsx'
import { FilterButton } from './filters/filter-button.tsx'
import { FilterChips } from './filters/filter-chips.tsx'
import { exportPath } from './export-path.ts'
import type { Column, DataListProps, Identified } from './list-props.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { MarkedBar } from './marks.tsx'
import { SearchBox } from './search-box.tsx'
import { SelectionContext, useSelection } from './selection.ts'
import type { ListControl, ListState } from './use-list-state.ts'
import { ViewToggle } from './view-toggle.tsx'

const isNarrowed = ({ search, filters }: ListState) =>
  search.trim() !== '' || Object.keys(filters).length > 0

const Content = <Row extends Identified>(props: DataListProps<Row>) => {
  const { state, view, items, loadingText } = props
  if (view.error)
    return (
      <Notice icon={<Inbox />} title={`Kunne ikke hente ${items}`} hint={messageOf(view.error)}>
        <Button onClick={view.retry}>Prøv igjen</Button>
      </Notice>
    )
  if (view.loading) return <ListSkeleton view={state.view} text={loadingText} />
  if (view.count === 0 && isNarrowed(state))
    return (
      <Notice
        icon={<SearchX />}
        title={`Ingen ${items} matcher søket`}
        hint="Prøv et annet søkeord eller fjern filteret"
      >
        <Button onClick={() => state.change({ search: '', filters: {} })}>Fjern filteret</Button>
      </Notice>
    )
  if (view.count === 0)
    return (
      <Notice icon={<Inbox />} title={`Ingen ${items} funnet`}>
        {props.emptyAction}
      </Notice>
    )
  return state.view === 'list' ? <DataTable {...props} /> : <CardGrid {...props} />
}

type SortProps<Row> = { columns: readonly Column<Row>[]; state: ListControl }

/** Cards have no column headings to sort by. */
const SortControl = <Row,>({ columns, state: { sort, change } }: SortProps<Row>) => {
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

export const DataList = <Row extends Identified>(props: DataListProps<Row>) => {
  const { state, view, items, columns, cardLines, entity, markedActions } = props
  const selection = useSelection(view)
  const isList = state.view === 'list'
  const hideable = isList ? columns : cardLines
  const isKnown = !view.loading && !view.error
  return (
    <TooltipProvider>
      <section aria-label={items} className="flex min-h-0 flex-1 flex-col gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <SearchBox
            label={`Søk ${items}...`}
            value={state.search}
            onChange={(search) => state.change({ search })}
          />
          {entity && <FilterButton entity={entity} state={state} />}
          <output className="flex grow basis-40 items-center gap-2 text-sm text-muted tabular-nums max-sm:order-last">
            {isKnown && `Viser ${figure(view.count)} av ${figure(view.total)} ${items}`}
            {isNarrowed(state) && <Badge tone="accent">filtrert</Badge>}
          </output>
          <ViewToggle view={state.view} onChange={(next) => state.change({ view: next })} />
          <div className={`flex items-center gap-2 ${isList ? '' : 'max-sm:w-full'}`}>
            {!isList && <SortControl columns={columns} state={state} />}
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
        {entity && <FilterChips entity={entity} state={state} />}
        <SelectionContext value={markedActions ? selection : null}>
          <HighlightSearch search={state.search}>
            <Content {...props} />
          </HighlightSearch>
          <MarkedBar>{markedActions}</MarkedBar>
        </SelectionContext>
        {entity && <ChangedNotice over="list" of={entity.name} />}
      </section>
    </TooltipProvider>
  )
}
