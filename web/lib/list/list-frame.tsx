import { Inbox, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '../api-error.ts'
import { Button } from '../button.tsx'
import { ChangedNotice } from '../changed-notice.tsx'
import { count } from '../format.ts'
import { HighlightSearch } from '../highlight.tsx'
import { RetryButton } from '../loaded.tsx'
import { Notice } from '../notice.tsx'
import { Outdated } from '../outdated.tsx'
import { TooltipProvider } from '../tooltip.tsx'
import { FilterChips } from './filters/filter-chips.tsx'
import type { Identified, ListProps, View } from './list-props.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { MarkedBar } from './marks.tsx'
import { SelectionContext, useSelection } from './selection.ts'
import type { ListState } from './use-list-state.ts'

export const isNarrowed = ({ search, filters }: ListState): boolean =>
  search.trim() !== '' || Object.keys(filters).length > 0

/** '' until it is known. */
export const countText = (view: View<unknown>, items: string) =>
  view.loading || view.isOld || view.error
    ? ''
    : `Viser ${count(view.count)} av ${count(view.total)} ${items}`

type Props = ListProps<Identified> & {
  /** The accessible name, if it is not `items`. */
  label?: string
  toolbar: ReactNode
  icon?: ReactNode
  /** The button that removes search and filters. */
  clear?: { readonly text: string; readonly hint?: string }
  children: ReactNode
}

const standardClear = {
  text: 'Fjern filteret',
  hint: 'Prøv et annet søkeord eller fjern filteret',
}

/** The rows, or why there are none. */
const Content = (props: Props) => {
  const { state, view, items, icon = <Inbox />, clear = standardClear } = props
  if (view.error)
    return (
      <Notice icon={icon} title={`Kunne ikke hente ${items}`} hint={messageOf(view.error)}>
        <RetryButton mutate={view.mutate} />
      </Notice>
    )
  // That an earlier search found nothing says nothing about this one.
  const isUnknown = view.loading || (view.isOld && view.count === 0)
  if (isUnknown) return <ListSkeleton view={state.view} text={props.loadingText} />
  if (view.count > 0) return props.children
  if (isNarrowed(state))
    return (
      <Notice icon={<SearchX />} title={`Ingen ${items} matcher søket`} hint={clear.hint}>
        <Button onClick={() => state.change({ search: '', filters: {} })}>{clear.text}</Button>
      </Notice>
    )
  return (
    <Notice icon={icon} title={`Ingen ${items} funnet`}>
      {props.emptyAction}
    </Notice>
  )
}

/** What every list has around its rows: filters, highlighting, selection, and a notice of changes by others. */
export const ListFrame = (props: Props) => {
  const { items, label = items, state, view, entity, toolbar, markedActions } = props
  const selection = useSelection(view)
  return (
    <TooltipProvider>
      <section aria-label={label} className="flex min-h-0 flex-1 flex-col gap-3">
        {toolbar}
        {entity && <FilterChips entity={entity} state={state} />}
        <SelectionContext value={markedActions ? selection : null}>
          <HighlightSearch search={state.search}>
            <Outdated is={view.isOld === true}>
              <Content {...props} />
            </Outdated>
          </HighlightSearch>
          <MarkedBar>{markedActions}</MarkedBar>
        </SelectionContext>
        {entity && <ChangedNotice over="list" of={entity.name} />}
      </section>
    </TooltipProvider>
  )
}
