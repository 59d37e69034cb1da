import type { Entity } from '#contracts/entity.ts'
import { listColumns } from '#contracts/list/columns.ts'
import type { Column } from './list-props.ts'
import { hiddenKey, type ListState } from './use-list-state.ts'
import { rowsQuery } from './use-server-view.ts'

/** Columns exported together with these, since the screen shows them below or in the details. */
const more: Readonly<Record<string, string>> = { costPrice: 'coming', supplierId: 'offers' }

export const exportPath = <Row>(
  entity: Entity,
  state: ListState,
  columns: readonly Pick<Column<Row>, 'key'>[],
): string => {
  const query = rowsQuery(state)
  const hidden = state[hiddenKey(state)]
  const known = listColumns(entity).map(({ key }) => key)
  // A card shows the title above its lines.
  const keys = [
    ...new Set([
      ...(state.view === 'grid' ? [entity.title] : []),
      ...columns.map(({ key }) => key),
    ]),
  ]
  const shown = keys.filter((key) => known.includes(key) && !hidden.includes(key))
  const under = shown.flatMap((key) => more[key] ?? []).filter((key) => known.includes(key))
  for (const key of [...shown, ...under]) query.append('columns', key)
  return `/api/${entity.name}/export?${query.toString()}`
}
