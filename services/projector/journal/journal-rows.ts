import { sql, type DatabasePool, type FragmentSqlToken } from 'slonik'
import { z } from 'zod'
import type { UsernamePeriod } from '#contracts/access-answers.ts'
import { entities } from '#contracts/catalogue/index.ts'
import type { ItemId } from '#contracts/catalogue/item.ts'
import type { Entity } from '#contracts/entity.ts'
import type { EffectIn } from '#contracts/event-definition.ts'
import { definitionOf, eventTypes } from '#contracts/events.ts'
import { isAssembly } from '../catalogue/columns.ts'
import { endOf, instantOrDay, startOf } from '../kernel/as-of.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { every, some, type Fragment } from '../kernel/sql.ts'
import { accountOf } from '../kernel/usernames.ts'

export const journalFilter = z
  .object({
    from: instantOrDay.describe(
      'Skrevet i hendelsesloggen fra og med dette tidspunktet eller denne dagen',
    ),
    to: instantOrDay.describe('Til og med dette tidspunktet eller denne dagen'),
    user: z.string().max(200).describe('Brukernavnet fra da, eller kontoens id'),
    entity: z.enum(entities.map(({ name }) => name)),
    id: z.string().max(36).describe('Posten, med `entity`'),
    kind: z.enum(eventTypes).describe('Hendelsens type'),
    import: z.string().max(100).describe('Importens id'),
  })
  .partial()
export type JournalFilter = z.output<typeof journalFilter>

const bounds = z.object({ first: z.bigint().nullable(), beyond: z.bigint().nullable() })
const firstOf = (isMeant: FragmentSqlToken) => sql.fragment`
  (select position from journal where ${isMeant} order by recorded_at, position limit 1)`

/** A condition on positions for the recording period from `from` to `to`. */
export const isInPeriod = async (pool: DatabasePool, { from, to }: JournalFilter) => {
  if (from === undefined && to === undefined) return undefined
  const never = sql.fragment`null::bigint`
  const { first, beyond } = await pool.one(sql.type(bounds)`
    select
      ${from === undefined ? never : firstOf(sql.fragment`recorded_at >= ${startOf(from)}`)} as first,
      ${to === undefined ? never : firstOf(sql.fragment`recorded_at > ${endOf(to)}`)} as beyond`)
  if (from !== undefined && first === null) return sql.fragment`false`
  return every([
    first !== null ? sql.fragment`position >= ${first}` : undefined,
    beyond !== null ? sql.fragment`position < ${beyond}` : undefined,
  ])
}

const isOf = ({ entity, kind }: JournalFilter, isBy: FragmentSqlToken | undefined) =>
  every([entity && sql.fragment`entity = ${entity}`, isBy, kind && sql.fragment`type = ${kind}`])

const journal = sql.identifier(['journal'])

/** Works for rows, and for facets that may have such rows. */
const isByUser = ({ user }: JournalFilter, periods: readonly UsernamePeriod[]) => {
  if (!user) return {}
  const names = periods.filter(({ accountId }) => accountId === user)
  const had = sql.array(
    names.map(({ username }) => username),
    'text',
  )
  return {
    ofRow: sql.fragment`${user} in (user_name, ${accountOf(journal, periods)})`,
    ofFacet: sql.fragment`
      (${user} in (user_name, user_id) or (user_id is null and user_name = any(${had})))`,
  }
}

/**
 * The newest matching rows: one for each event; of one record also what events of others did to it. An index has them
 * in order of the log, however many rows do not match.
 */
export const journalRows = async (
  { pool, usernames }: Pick<QueryContext, 'pool' | 'usernames'>,
  filter: JournalFilter,
  before: string | undefined,
  limit: number,
): Promise<FragmentSqlToken> => {
  const { id, import: job, entity, user, kind } = filter
  const { ofRow, ofFacet } = isByUser(filter, user ? await usernames() : [])
  const isThere = every([
    await isInPeriod(pool, filter),
    before && sql.fragment`position < ${before}::bigint`,
  ])
  const newest = (isMeant: Fragment) => sql.fragment`
    select * from journal where ${isMeant} and ${isThere} order by position desc limit ${limit}`
  const own = sql.fragment`own`
  const hasIndex = id !== undefined || job !== undefined
  if (hasIndex || !(entity || user || kind))
    return newest(
      every([
        isOf(filter, ofRow),
        id === undefined ? own : sql.fragment`id = ${id}`,
        job && sql.fragment`import_id = ${job}`,
      ]),
    )
  return sql.fragment`
    select j.* from (select facet as number from journal_facet where ${isOf(filter, ofFacet)}) matching
    cross join lateral (${newest(every([sql.fragment`own and facet = matching.number`, ofRow]))}) j`
}

/** True for changes of contents, which the assembly may not have had. */
const isOfContents: Readonly<Record<EffectIn<'assembly' | 'structure'>, boolean>> = {
  linked: false,
  unlinked: false,
  attributeSet: false,
  attributeRemoved: false,
  cloned: true,
  filled: true,
  dissolved: true,
  rejoined: true,
  none: false,
}

const ofContents = sql.array(
  eventTypes.filter((type) => {
    const { stream, effect } = definitionOf(type)
    return stream !== 'record' && isOfContents[effect]
  }),
  'text',
)

const changesContents = (id: number) =>
  some(
    ['link_version', 'attribute_version'].map(
      (table) => sql.fragment`exists (
        select from ${sql.identifier([table])} v
        where v.assembly_id = ${id} and j.position in (v.position, v.ended))`,
    ),
  )

export const recordRows = ({ name }: Entity, id: ItemId): FragmentSqlToken =>
  sql.fragment`select j.* from journal j where ${every([
    sql.fragment`j.entity = ${name} and j.id = ${String(id)}`,
    isAssembly({ name })
      ? sql.fragment`(j.type <> all(${ofContents}) or ${changesContents(Number(id))})`
      : undefined,
  ])}`
