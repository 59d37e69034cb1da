import { assembly } from '#contracts/catalogue/assembly.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Segments } from '../../lib/segments.tsx'
import { Select } from '../../lib/select.tsx'
import type { View } from '../../lib/list/list-props.ts'
import { ExportMenu } from '../../lib/export-menu.tsx'
import { countText } from '../../lib/list/list-frame.tsx'
import { exportPath } from '../../lib/list/export-path.ts'
import { FilterButton } from '../../lib/list/filters/filter-button.tsx'
import { ViewsButton } from '../../lib/list/views/views-button.tsx'
import { useMay } from '../../session/session.ts'
import { PrintedSearch, printedToolbar } from '../../lib/list/print-note.tsx'
import { SearchBox } from '../../lib/list/search-box.tsx'
import { ViewToggle } from '../../lib/list/view-toggle.tsx'
import { sortedBy, sortings, type ListView, type SortKey } from './list-view.ts'

type Props = { list: ListView; types: readonly string[]; shown: View<unknown> }

const exported = Object.entries(assembly.fields)
  .filter(([key, { file }]) => key !== 'notes' && !file)
  .map(([key]) => ({ key }))

const SortButtons = ({ list: { sort, change } }: { list: ListView }) => {
  const Arrow = sort.descending ? ArrowDown : ArrowUp
  return (
    <Segments
      label="Sorter etter"
      className="flex-wrap max-sm:hidden"
      texts={sortings}
      chosen={sort.key}
      onChoose={(by) => change({ sort: sortedBy(sort, by) })}
      title={sort.descending ? 'Synkende' : 'Stigende'}
      mark={<Arrow className="size-3.5" />}
    />
  )
}

const sortChoices = Object.entries(sortings).flatMap(([key, text]) => [
  [key, text] as const,
  [`${key} desc`, `${text}, synkende`] as const,
])

/** For phones, which have no room for one button per order. */
const SortChoice = ({ list: { sort, change } }: { list: ListView }) => (
  <Select
    className="min-w-0 flex-1 sm:hidden"
    aria-label="Sorter etter"
    value={sort.descending ? `${sort.key} desc` : sort.key}
    onChange={({ target: { value } }) => {
      const [key, order] = value.split(' ')
      change({ sort: { key: key as SortKey, descending: order === 'desc' } })
    }}
    options={sortChoices}
  />
)

export const Toolbar = ({ list, types, shown }: Props) => (
  // Icons only, until the window is wide enough for one line.
  <div
    className={`flex flex-wrap items-center gap-2 max-2xl:[&_button>span]:sr-only ${printedToolbar}`}
  >
    <SearchBox
      label="Søk sammenstillinger..."
      value={list.search}
      onChange={(search) => list.change({ search })}
    />
    <Select
      className="w-auto max-w-48 max-sm:hidden"
      aria-label="Type"
      value={list.type}
      onChange={({ target }) => list.setType(target.value)}
      options={[['', 'Alle typer'], ...types.map((type) => [type, type] as const)]}
    />
    <FilterButton entity={assembly} state={list} />
    <SortButtons list={list} />
    <output className="grow basis-28 text-sm text-muted tabular-nums max-sm:order-last">
      {countText(shown, 'sammenstillinger')}
      <PrintedSearch search={list.search} />
    </output>
    <ViewToggle view={list.view} onChange={(view) => list.change({ view })} />
    <div className="flex items-center gap-2 max-sm:w-full">
      <SortChoice list={list} />
      <ViewsButton list="assemblytypes" state={list} mayShare={useMay('edit')} />
      <ExportMenu
        compact
        path={exportPath(assembly, { ...list, view: 'list' }, exported)}
        name="sammenstillinger"
        failed="Kunne ikke eksportere sammenstillinger"
      />
    </div>
  </div>
)
