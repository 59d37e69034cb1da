import { sql } from 'slonik'
import { entities } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Position } from '#contracts/event-log.ts'
import { readCheckpoint } from '../kernel/checkpoint.ts'
import { listChanged } from '../kernel/list-state.ts'
import type { Projection, RecordId, Transaction } from '../kernel/projection.ts'
import { listed, planned } from '../kernel/sql.ts'
import { answerOf, joinsOf } from './answer.ts'
import { searchOf } from './search-text.ts'
import { allKeys, column, idType, isAssembly, table } from './columns.ts'
import { createIndexes, tableOf } from './tables.ts'

const makeAnew = async (
  tx: Transaction,
  entity: Entity,
  position: Position,
  ids: readonly RecordId[],
) => {
  const { rowCount } = await tx.query(planned(`answer ${entity.name}`, ids.length)`
    update ${table(entity)} kept set search = made.search, answer = made.answer
    from (
      select r.id, ${searchOf(entity)} as search, ${answerOf(entity)} as answer
      from ${table(entity)} r ${joinsOf(entity)}
      where r.id = any(${sql.array(ids, idType(entity))})
    ) made
    where kept.id = made.id`)
  if (rowCount > 0) await listChanged(tx, entity.name, position)
}

const answered = ({ name }: Entity) => sql.identifier([`${name}_answered`])

/** Copies all records with their answers to a new table, since updating every row takes twice as long. */
const answerAll = (entity: Entity) => async (tx: Transaction) => {
  const own = listed([
    ...allKeys(entity).map(column),
    ...(isAssembly(entity) ? [sql.fragment`structure_version`] : []),
  ])
  await tx.query(tableOf(entity, answered(entity)))
  const { rowCount } = await tx.query(sql.unsafe`
    insert into ${answered(entity)} (${own}, search, answer)
    select kept.*, ${searchOf(entity)}, ${answerOf(entity)}
    from ${table(entity)} r cross join lateral (select ${own}) kept ${joinsOf(entity)}
    order by r.id`)
  const { position } = (await readCheckpoint(tx))!
  if (rowCount > 0) await listChanged(tx, entity.name, position!)
  await createIndexes(tx, entity, answered(entity))
}

/** Runs after all readers of the old table, since they would deadlock. */
const place = (entity: Entity) => async (tx: Transaction) => {
  await tx.query(sql.unsafe`drop table ${table(entity)}`)
  await tx.query(sql.unsafe`alter table ${answered(entity)} rename to ${table(entity)}`)
}

/** Runs last: remakes the answers of touched records. */
export const answersProjection: Projection = {
  name: 'answers',
  revision: 2,
  tables: [],
  handles: [],
  apply: async (tx, { touched, position, filling }) => {
    // A fill makes all answers at its end.
    if (filling) return
    for (const entity of entities) {
      const ids = touched.of(entity.name)
      if (ids.length > 0) await makeAnew(tx, entity, position, ids)
    }
  },
  filled: entities.map(answerAll),
  placed: entities.map(place),
}
