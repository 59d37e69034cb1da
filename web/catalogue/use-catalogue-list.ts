import { useMemo } from 'react'
import type { AnyRecord, Entity } from '#contracts/entity.ts'
import { filterParameters } from '#contracts/list/filters.ts'
import type { Column, View } from '../lib/list/list-props.ts'
import { firstView, useListState, type ListControl } from '../lib/list/use-list-state.ts'
import { useLocalView } from '../lib/list/use-local-view.ts'
import { useServerView } from '../lib/list/use-server-view.ts'
import { useAllRows } from '../lib/use-rows.ts'
import { cardLinesOf, columnsOf } from './columns.tsx'
import type { Catalogue } from './definition.ts'

/** Searched and sorted here while it is short enough, else by the server. */
const useCatalogueView = (
  { name }: Entity,
  columns: readonly Column<AnyRecord>[],
  state: ListControl,
): View<AnyRecord> => {
  const { data, error, mutate } = useAllRows(name)
  const isLong = typeof data === 'number'
  // What a filter means only the server knows.
  const isServed = data !== undefined && (isLong || Object.keys(state.filters).length > 0)
  const source = { rows: isLong ? undefined : data, error, retry: () => void mutate() }
  const local = useLocalView(source, columns, state)
  const total = isLong ? data : (data?.length ?? null)
  const server = useServerView<AnyRecord>(`/api/${name}`, isServed ? total : null, state)
  // The whole list stays on screen until the narrowed one is here.
  return isServed && (isLong || !server.loading)
    ? { ...server, error: server.error ?? error }
    : local
}

/** The list of an entity: what it shows, and how it is set up. */
export const useCatalogueList = (definition: Catalogue) => {
  const { entity, hidden, card, cardColumns = 4, loadingText } = definition
  const columns = useMemo(() => columnsOf(definition), [definition])
  const cardLines = useMemo(() => cardLinesOf(definition), [definition])
  const state = useListState(entity.name, {
    sort: { key: entity.title, descending: false },
    view: firstView(),
    parameters: filterParameters(entity),
    hidden,
    hiddenOnCards: cardLines.slice(card.length).map(({ key }) => key),
  })
  return {
    state,
    view: useCatalogueView(entity, columns, state),
    columns,
    cardLines,
    linesShown: cardLines.filter(({ key }) => !state.hiddenOnCards.includes(key)),
    cardColumns,
    ...(loadingText && { loadingText }),
  }
}
