import type { Entity } from '#contracts/entity.ts'
import type { Column } from '../list/column.ts'
import type { ListState } from '../list/address.ts'
import { useLocalView, type View } from '../list/use-local-view.ts'
import { useServerView } from '../list/use-server-view.ts'
import type { Row } from '../row.ts'
import { useAllRows } from '../use-rows.ts'

/** The list of an entity: searched and sorted here while it is short enough, else by the server. */
export const useCatalogueView = (
  entity: Entity,
  columns: readonly Column<Row>[],
  state: ListState,
): View<Row> => {
  const { data, error, mutate } = useAllRows(entity.name)
  const isLong = typeof data === 'number'
  const source = { rows: isLong ? undefined : data, error, retry: () => void mutate() }
  const here = useLocalView(source, columns, state)
  const there = useServerView<Row>(`/api/${entity.name}`, isLong ? data : null, state)
  return isLong ? there : here
}
