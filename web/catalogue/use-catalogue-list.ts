import { useMemo } from 'react'
import { filterParameters } from '#contracts/list/filters.ts'
import { firstView, useListState } from '../lib/list/use-list-state.ts'
import { useRowsView } from '../lib/list/use-rows-view.ts'
import { cardLinesOf, columnsOf } from './columns.tsx'
import type { Catalogue } from './definition.ts'

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
    view: useRowsView(entity.name, columns, state),
    columns,
    cardLines,
    linesShown: cardLines.filter(({ key }) => !state.hiddenOnCards.includes(key)),
    cardColumns,
    ...(loadingText && { loadingText }),
  }
}
