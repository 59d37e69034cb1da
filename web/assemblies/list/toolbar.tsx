import { ArrowDown, ArrowUp, Search } from 'lucide-react'
import { Select } from '../../fields/select.tsx'
import { count as figure } from '../../lib/format.ts'
import type { ViewKind } from '../../lib/list/address.ts'
import { ViewToggle } from '../../lib/list/view-toggle.tsx'
import { TooltipProvider } from '../../lib/tooltip.tsx'
import { sortedBy, sortings, type ListView, type SortKey } from './list-view.ts'

type Props = {
  view: ListView
  types: readonly string[]
  count: number
  total: number
  /** Not while the list is on its way, nor when it could not be had. */
  isKnown: boolean
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
      {active && <Arrow aria-hidden className="size-3.5" />}
    </button>
  )
}

/** Search, type, order and layout of the list, with the count of what is left. */
export const Toolbar = ({
  view,
  types,
  count,
  total,
  isKnown,
  layout,
  onView,
  onLayout,
}: Props) => (
  <TooltipProvider>
    <div className="flex flex-wrap items-center gap-2">
      <div className="relative min-w-0 flex-1 basis-56 sm:max-w-sm">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-faint"
        />
        <input
          type="search"
          aria-label="Søk sammenstillinger..."
          placeholder="Søk sammenstillinger..."
          className="control pl-8"
          value={view.search}
          onChange={({ target }) => onView({ ...view, search: target.value })}
        />
      </div>
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
        {isKnown && `Viser ${figure(count)} av ${figure(total)} sammenstillinger`}
      </output>
      <div className="ml-auto">
        <ViewToggle view={layout} onChange={onLayout} />
      </div>
    </div>
  </TooltipProvider>
)
