import { Search, SearchX, Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '../api.ts'
import { Badge } from '../badge.tsx'
import { Button } from '../button.tsx'
import { count as figure } from '../format.ts'
import { TooltipProvider } from '../tooltip.tsx'
import { CardGrid } from './card-grid.tsx'
import { ColumnsPopover } from './columns-popover.tsx'
import { DataTable } from './data-table.tsx'
import type { DataListProps } from './list-props.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { ViewToggle } from './view-toggle.tsx'

const Message = ({ icon, title, hint, children }: MessageProps) => (
  <div className="panel grid place-items-center gap-1 px-4 py-16 text-center">
    <span aria-hidden className="mb-2 text-faint [&_svg]:size-8 [&_svg]:stroke-[1.5]">
      {icon}
    </span>
    <p className="font-medium">{title}</p>
    {hint && <p className="text-sm text-muted">{hint}</p>}
    {children && <div className="mt-3 flex gap-2">{children}</div>}
  </div>
)
type MessageProps = { icon: ReactNode; title: string; hint?: ReactNode; children?: ReactNode }

const Content = <Row extends { readonly id: number | string }>(props: DataListProps<Row>) => {
  const { state, view, items, loadingText, emptyText = 'Ingen elementer funnet' } = props
  if (view.error)
    return (
      <Message icon={<Inbox />} title={`Kunne ikke hente ${items}`} hint={messageOf(view.error)}>
        <Button onClick={view.retry}>Prøv igjen</Button>
      </Message>
    )
  if (view.loading) return <ListSkeleton view={state.view} text={loadingText} />
  if (view.count === 0 && state.search)
    return (
      <Message
        icon={<SearchX />}
        title={`Ingen ${items} matcher søket`}
        hint="Prøv et annet søkeord eller fjern filteret"
      >
        <Button onClick={() => state.change({ search: '' })}>Fjern filteret</Button>
      </Message>
    )
  if (view.count === 0)
    return (
      <Message icon={<Inbox />} title={emptyText}>
        {props.emptyAction}
      </Message>
    )
  return state.view === 'list' ? <DataTable {...props} /> : <CardGrid {...props} />
}

/** The one list of all screens: search, two views, columns, counter, and every state in between. */
export const DataList = <Row extends { readonly id: number | string }>(
  props: DataListProps<Row>,
) => {
  const { state, view, items, columns, searchPlaceholder = 'Søk...' } = props
  const filtered = state.search.trim() !== ''
  return (
    <TooltipProvider>
      <section aria-label={items} className="flex min-h-0 flex-1 flex-col gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <div className="relative min-w-0 flex-1 basis-56 sm:max-w-sm">
            <Search
              aria-hidden
              className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-faint"
            />
            <input
              type="search"
              aria-label={searchPlaceholder}
              placeholder={searchPlaceholder}
              className="control pl-8"
              value={state.search}
              onChange={({ target }) => state.change({ search: target.value })}
            />
          </div>
          <output className="flex items-center gap-2 text-sm text-muted tabular-nums">
            {!view.loading &&
              !view.error &&
              `Viser ${figure(view.count)} av ${figure(view.total)} ${items}`}
            {filtered && <Badge tone="accent">filtrert</Badge>}
          </output>
          <div className="ml-auto flex items-center gap-2">
            {state.view === 'list' && <ColumnsPopover columns={columns} state={state} />}
            <ViewToggle view={state.view} onChange={(next) => state.change({ view: next })} />
          </div>
        </div>
        <Content {...props} />
      </section>
    </TooltipProvider>
  )
}
