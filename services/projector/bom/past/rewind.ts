import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { kindsOfLink, linkKinds } from '#contracts/assembly/link-kinds.ts'
import { entities } from '#contracts/catalogue/index.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { BomLink, LinkKey } from '../bom-links.ts'
import { eachRowAtOnce } from '../load-model.ts'
import type { PastModel } from './past-model.ts'
import { eachItem, eachLink, eachName, linksOf, type Moment } from './versions.ts'

type Queries = Pick<CommonQueryMethods, 'any' | 'query'>

const changed = z.object({ entity: z.custom<EntityName>(), id: z.string() })

/** The day of the present prices too. */
type Since = Moment & { readonly until: string }

const priced = sql.join(
  entities.flatMap(({ name, priced }) => (priced ? [sql.fragment`(${name}, ${priced})`] : [])),
  sql.fragment`, `,
)

/** What was changed since, and what has another price on the one day than on the other. */
const changedSince = async (pool: Queries, { position, day, until }: Since, most: number) => {
  const [first, last] = [day, until].toSorted()
  const rows = await pool.any(sql.prepared('changed since', changed)`
    select entity, id from (
      (select entity, id from journal
        where position > ${position} and entity <> 'projects' limit ${most + 1})
      union all
      (select entity, entity_id::text from price_history
        join (values ${priced}) as priced (entity, type) on type = entity_type
        where holds_from > ${first!}::date and holds_from <= ${last!}::date
        limit ${most + 1})
    ) found limit ${most + 1}`)
  if (rows.length > most) return null
  return Map.groupBy(rows, ({ entity }) => entity)
}

/**
 * Makes the model what it was at the position, with the prices of the day. False where more than `most` is otherwise now.
 * Versions of a position are the same whenever they are read, so no transaction is needed.
 */
export const rewind = async (
  pool: Queries,
  past: PastModel,
  since: Since,
  most: number,
): Promise<boolean> => {
  const { position } = since
  const all = await changedSince(pool, since, most)
  if (!all) return false
  const idsOf = (entity: EntityName) => [
    ...new Set((all.get(entity) ?? []).map(({ id }) => Number(id))),
  ]
  for (const entity of all.keys()) for (const id of idsOf(entity)) past.empty(entity, id)
  const reads: Promise<void>[] = []
  if (all.has('assemblytypes')) {
    const ids = idsOf('assemblytypes')
    const put = (link: LinkKey & BomLink) => past.link(link, link)
    reads.push(eachLink(pool, linksOf(ids, position), put, eachRowAtOnce('links then', ids.length)))
  }
  for (const kind of kindsOfLink) {
    const ids = idsOf(linkKinds[kind].entity)
    if (ids.length > 0)
      reads.push(
        eachItem(
          pool,
          { moment: since, kind, ids },
          (id, item) => past.put(kind, id, item),
          eachRowAtOnce(`${kind} then`, ids.length),
        ),
      )
  }
  for (const entity of ['suppliers', 'manufacturers'] as const) {
    const ids = idsOf(entity)
    const put = (id: number, name: string) => past.names[entity].set(id, name)
    if (ids.length > 0)
      reads.push(
        eachName(pool, { position, entity, ids }, put, eachRowAtOnce(`${entity} then`, ids.length)),
      )
  }
  await Promise.all(reads)
  past.settle()
  return true
}
