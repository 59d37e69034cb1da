import { sql } from 'slonik'
import { entities } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Position } from '#contracts/event-log.ts'
import { readCheckpoint } from '../kernel/checkpoint.ts'
import { listChanged } from '../kernel/list-state.ts'
import type { Projection, RecordId, Transaction } from '../kernel/projection.ts'
import { nothing, planned } from '../kernel/sql.ts'
import { answerOf, joinsOf, searchOf } from './answer.ts'
import { idType, table, isAssembly } from './columns.ts'

const makeAnew = async (
  tx: Transaction,
  entity: Entity,
  position: Position,
  ids?: readonly RecordId[],
) => {
  const statement = ids ? planned(`answer ${entity.name}`, ids.length) : sql.unsafe
  const { rowCount } = await tx.query(statement`
    update ${table(entity)} kept set search = made.search, answer = made.answer
    from (
      select r.id, ${searchOf(entity)} as search, ${answerOf(entity)} as answer
      from ${table(entity)} r ${joinsOf(entity)}
      ${ids ? sql.fragment`where r.id = any(${sql.array(ids, idType(entity))})` : nothing}
    ) made
    where kept.id = made.id`)
  if (rowCount > 0) await listChanged(tx, entity.name, position)
}

/** The last of all: makes the answers anew of records that others have touched. */
export const answersProjection: Projection = {
  name: 'answers',
  revision: 1,
  tables: [],
  handles: [],
  apply: async (tx, { touched, position, filling }) => {
    for (const entity of entities) {
      const ids = touched.of(entity.name)
      // Made once at the end of a fill, rather than with every link that a record gets.
      if (ids.length === 0 || (filling && isAssembly(entity))) continue
      await makeAnew(tx, entity, position, ids)
    }
  },
  filled: entities.filter(isAssembly).map((entity) => async (tx) => {
    await makeAnew(tx, entity, (await readCheckpoint(tx))?.position ?? 0n)
  }),
}
