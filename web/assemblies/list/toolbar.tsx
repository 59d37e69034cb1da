import { ArrowDown, ArrowUp } from 'lucide-react'
import { Select } from '../../fields/select.tsx'
import { count } from '../../lib/format.ts'
import type { View } from '../../lib/list/list-props.ts'
import { SearchBox } from '../../lib/list/search-box.tsx'
import type { ViewKind } from '../../lib/list/use-list-state.ts'
import { ViewToggle } from '../../lib/list/view-toggle.tsx'
import { TooltipProvider } from '../../lib/tooltip.tsx'
import { sortedBy, sortings, type ListView, type SortKey } from './list-view.ts'

type Props = {
  view: ListView
  types: readonly string[]
  shown: View<unknown>
  layout: ViewKind
  onView: (view: ListView) => void
  onLayout: (layout: ViewKind) => void
}

const sortKeys = Object.keys(sortings) as SortKey[]

const SortButton = ({ view, sort, onView }: Pick<Props, 'view' | 'onView'> & { sort: SortKey }) => {
  const active = view.sort === sort
  const Arrow = view.descending ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      aria-pressed={active}
      title={active ? (view.descending ? 'Synkende' : 'Stigende') : undefined}
      className="inline-flex h-8 items-center gap-1 rounded-sm px-2.5 text-sm text-muted hover:text-ink aria-pressed:bg-surface aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-raised"
      onClick={() => onView(sortedBy(view, sort))}
    >
      {sortings[sort]}
      {active && <Arrow className="size-3.5" />}
    </button>
  )
}

/** Search, type, order and layout of the list, with the count of what is left. */
export const Toolbar = ({ view, types, shown, layout, onView, onLayout }: Props) => (
  <TooltipProvider>
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox
        label="Søk sammenstillinger..."
        value={view.search}
        onChange={(search) => onView({ ...view, search })}
      />
      <Select
        className="w-auto max-w-48"
        aria-label="Type"
        value={view.type}
        onChange={({ target }) => onView({ ...view, type: target.value })}
      >
        <option value="">Alle typer</option>
        {types.map((type) => (
          <option key={type} value={type}>
            {type}
          </option>
        ))}
      </Select>
      <fieldset className="flex rounded-md bg-sunken p-0.5 ring-1 ring-line ring-inset">
        <legend className="sr-only">Sorter etter</legend>
        {sortKeys.map((sort) => (
          <SortButton key={sort} view={view} sort={sort} onView={onView} />
        ))}
      </fieldset>
      <output className="text-sm text-muted tabular-nums">
        {!shown.loading &&
          !shown.error &&
          `Viser ${count(shown.count)} av ${count(shown.total)} sammenstillinger`}
      </output>
      <div className="ml-auto">
        <ViewToggle view={layout} onChange={onLayout} />
      </div>
    </div>
  </TooltipProvider>
)
