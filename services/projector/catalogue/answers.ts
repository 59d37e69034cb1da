import { sql } from 'slonik'
import type { Entity } from '#contracts/entity.ts'
import { readCheckpoint } from '../kernel/checkpoint.ts'
import { planned } from '../kernel/sql.ts'
import type { Projection } from '../kernel/projection.ts'
import { answerOf, joinsOf, searchOf } from './answer.ts'
import type { Parts } from './catalogue.ts'
import { idType, table } from './columns.ts'
import { listChanged } from './list-state.ts'

/** The last of all: makes the answers anew of records that others have touched. */
export const answers = (entities: readonly Entity[], parts: Parts = {}): Projection => ({
  name: 'answers',
  revision: 1,
  tables: [],
  handles: [],
  apply: async (tx, { touched, position, filling }) => {
    for (const entity of entities) {
      const ids = touched.of(entity.name)
      // Made once at the end of a fill, rather than with every link that a record gets.
      if (ids.length === 0 || (filling && parts[entity.name])) continue
      const { rowCount } = await tx.query(planned(`answer ${entity.name}`, ids.length)`
        update ${table(entity)} kept set search = made.search, answer = made.answer
        from (
          select r.id, ${searchOf(entity)} as search,
            ${answerOf(entity, parts[entity.name])} as answer
          from ${table(entity)} r ${joinsOf(entity)}
          where r.id = any(${sql.array(ids, idType(entity))})
        ) made
        where kept.id = made.id`)
      if (rowCount > 0) await listChanged(tx, entity.name, position)
    }
  },
  filled: async (tx) => {
    const checkpoint = await readCheckpoint(tx)
    for (const entity of entities) {
      if (!parts[entity.name]) continue
      await tx.query(sql.unsafe`
        update ${table(entity)} kept set search = made.search, answer = made.answer
        from (
          select r.id, ${searchOf(entity)} as search,
            ${answerOf(entity, parts[entity.name])} as answer
          from ${table(entity)} r ${joinsOf(entity)}
        ) made
        where kept.id = made.id`)
      await listChanged(tx, entity.name, checkpoint?.position ?? 0n)
    }
  },
})
