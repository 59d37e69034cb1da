import type { Entity } from '#contracts/entity.ts'
import { listColumns } from '#contracts/list/columns.ts'
import type { Column } from './list-props.ts'
import { hiddenKey, type ListState } from './use-list-state.ts'
import { rowsAsked } from './use-server-view.ts'

/** Where the list is downloaded from as it is shown. */
export const exportPath = <Row>(
  entity: Entity,
  state: ListState,
  columns: readonly Pick<Column<Row>, 'key'>[],
): string => {
  const query = rowsAsked(state)
  const hidden = state[hiddenKey(state)]
  const known = listColumns(entity).map(({ key }) => key)
  // A card is called by what stands over its lines.
  const keys = [
    ...new Set([
      ...(state.view === 'grid' ? [entity.title] : []),
      ...columns.map(({ key }) => key),
    ]),
  ]
  for (const key of keys)
    if (known.includes(key) && !hidden.includes(key)) query.append('columns', key)
  return `/api/${entity.name}/export?${query.toString()}`
}
