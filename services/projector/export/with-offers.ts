import { sql } from 'slonik'
import type { Entity } from '#contracts/entity.ts'
import type { CostsAsked } from '../catalogue/list-costs.ts'
import { answersTo, type ListQuery } from '../catalogue/list-query.ts'
import { offersOf } from '../catalogue/offers.ts'
import { sourceAt } from '../catalogue/source.ts'
import type { Then } from '../kernel/as-of.ts'
import { nothing, type Fragment } from '../kernel/sql.ts'

const id = sql.fragment`(listed.answer::json->>'id')::int`

/** The answers of a list, those of parts with what others than their own suppliers ask (`offers`). */
export const answersWithOffers = (
  then: Then | null,
  entity: Entity,
  query: ListQuery,
  costs: CostsAsked,
): Fragment => {
  const source = sourceAt(then)
  return entity.priced
    ? sql.fragment`
        ${source.tables}
        select left(listed.answer, -1) || ',"offers":' || ${offersOf(entity, id, then?.position ?? null)} || '}' as answer
        from (${answersTo({ ...source, tables: nothing }, entity, query, costs)}) listed`
    : answersTo(source, entity, query, costs)
}
