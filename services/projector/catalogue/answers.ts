import { sql } from 'slonik'
import { assembly, entities } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import { listChanged } from '../kernel/list-state.ts'
import type { Projection } from '../kernel/projection.ts'
import { nothing, planned, type Fragment } from '../kernel/sql.ts'
import { answerOf, joinsOf } from './answer.ts'
import { idType, table } from './columns.ts'
import { searchOf } from './search-text.ts'

const answering = (entity: Entity, which: Fragment) => sql.fragment`
  update ${table(entity)} kept set search = made.search, answer = made.answer
  from (
    select r.id, ${searchOf(entity)} as search, ${answerOf(entity)} as answer
    from ${table(entity)} r ${joinsOf(entity)} ${which}
  ) made
  where kept.id = made.id`

/** Runs last: remakes the answers of touched records. */
export const answersProjection: Projection = {
  name: 'answers',
  revision: 3,
  tables: [],
  handles: [],
  apply: async (tx, { touched, position, filling }) => {
    if (filling) return
    for (const entity of entities) {
      const ids = touched.of(entity.name)
      if (ids.length === 0) continue
      const which = sql.fragment`where r.id = any(${sql.array(ids, idType(entity))})`
      const { rowCount } = await tx.query(
        planned(`answer ${entity.name}`, ids.length)`${answering(entity, which)}`,
      )
      if (rowCount > 0) await listChanged(tx, entity.name, position)
    }
  },
  // Those of other records are made with their rows.
  completed: [(tx) => tx.query(sql.unsafe`${answering(assembly, nothing)}`)],
}
