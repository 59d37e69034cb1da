import { entities } from '#contracts/catalogue/index.ts'
import type { Entity, EntityName } from '#contracts/entity.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Batch, Projection, RecordId, Transaction } from '../kernel/projection.ts'
import { answerOf, isAnsweredLate, searchOf } from './answer.ts'
import { column, references, table } from './columns.ts'
import { catalogueHandles, fold, type Net } from './fold.ts'
import { listChanged, listStateTable } from '../kernel/list-state.ts'
import { indexSearch } from './search-index.ts'
import { tablesOf } from './tables.ts'
import { add, change, remove } from './write.ts'

const idRow = z.object({ id: z.union([z.number(), z.string()]) })

/** Records that show the name of another one: whoever is renamed is shown anew everywhere. */
const referring = async (
  tx: Transaction,
  entity: Entity,
  renamed: ReadonlyMap<EntityName, readonly RecordId[]>,
): Promise<readonly RecordId[]> => {
  const found: RecordId[] = []
  for (const { key, to } of references(entity)) {
    const ids = renamed.get(to) ?? []
    if (ids.length === 0) continue
    found.push(
      ...(await tx.anyFirst(sql.type(idRow)`
        select id from ${table(entity)} where ${column(key)} = any(${sql.array(ids, 'int4')})`)),
    )
  }
  return found
}

const renamedIn = (entity: Entity, { changed, removed }: Net): readonly RecordId[] => [
  ...[...changed].filter(([, row]) => entity.title in row).map(([id]) => id),
  ...removed,
]

const write = async (tx: Transaction, entity: Entity, net: Net, { position, touched }: Batch) => {
  const { added, changed, removed } = net
  if (removed.size > 0) await remove(tx, entity, [...removed])
  if (added.size > 0) await add(tx, entity, [...added.values()])
  if (changed.size > 0) await change(tx, entity, [...changed.values()])
  if (isAnsweredLate(entity)) touched.add(entity.name, [...added.keys(), ...changed.keys()])
  await listChanged(tx, entity.name, position, added.size - removed.size)
}

const known = new Set<string>(entities.map(({ name }) => name))

export const catalogueProjection: Projection = {
  name: 'catalogue',
  revision: 2,
  tables: [listStateTable, ...entities.flatMap(tablesOf)],
  basis: entities.flatMap((entity) => [answerOf(entity).sql, searchOf(entity).sql]),
  varying: { list_state: ['position'] },
  handles: catalogueHandles,
  apply: async (tx, batch) => {
    const nets = fold(batch.events)
    for (const entity of nets.keys())
      if (!known.has(entity)) throw new Error(`There is no entity ${entity}`)

    const renamed = new Map<EntityName, readonly RecordId[]>()
    // In an order in which what a record refers to is written before it.
    for (const entity of entities) {
      const net = nets.get(entity.name)
      if (net) await write(tx, entity, net, batch)
      if (net) renamed.set(entity.name, renamedIn(entity, net))
      batch.touched.add(entity.name, await referring(tx, entity, renamed))
    }
  },
  filled: (tx) => indexSearch(tx, entities),
}
