import { sql, type FragmentSqlToken } from 'slonik'
import { z } from 'zod'
import type { LinkKind } from '#contracts/assembly/link-kinds.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { EventType } from '#contracts/events.ts'
import type { UsernamePeriod } from '#contracts/access-answers.ts'
import type { HistoryItem } from '#contracts/history.ts'
import { pricedAs } from '../catalogue/columns.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { accountOf, withNameNow } from '../kernel/usernames.ts'
import { priceFields, replacedBy } from '../prices/price-answer.ts'
import { instant } from '../kernel/sql.ts'
import { attributes, links, numberId, offers, parents } from './entry-versions.ts'

type Values = Readonly<Record<string, unknown>>
type BeforeAndAfter = { readonly before: Values | null; readonly after: Values | null }
/** `kind` is of a link; `id` of an offer is its supplier's. Both sides are set if it was changed. */
export type PartChange = BeforeAndAfter & { readonly id: number } & (
    | { readonly of: 'link'; readonly kind: LinkKind }
    | { readonly of: 'attribute' | 'offer' }
  )
export type LinkChange = Extract<PartChange, { of: 'link' }>

/** A journal row with the values before and after the event. */
export type Entry = Omit<HistoryItem, 'changes' | 'currency' | 'event' | 'names' | 'text'> & {
  readonly entity: EntityName
  readonly id: string
  readonly type: EventType
  /** False if the record only lost a link by an event of another record. */
  readonly own: boolean
  readonly record: BeforeAndAfter
  readonly price: BeforeAndAfter
  /** The links, then the attributes, then the offers. */
  readonly parts: readonly PartChange[]
  /** What a dissolved assembly was taken out of. */
  readonly parents: readonly number[]
  /** What a clone was made of. */
  readonly origin: number | null
  /** True if contact data was erased for good. */
  readonly erasure: boolean
}

const record = (place: FragmentSqlToken, isStill: FragmentSqlToken) => sql.fragment`(
  select case when ended is null or ${isStill} then fields end from record_version
  where entity = j.entity and id = j.id and ${place}
  order by position desc limit 1)`

const price = (columns: FragmentSqlToken) => sql.fragment`(
  select ${columns} from price_history h
  where h.entity_type = ${pricedAs(sql.fragment`j.entity`)} and h.entity_id = ${numberId} and h.position = j.position)`
const datedPrice = sql.fragment`${priceFields}, p.valid_from as "validFrom", p.withdrawn as "withdrawn"`
const priceAfter = sql.fragment`
  case when not h.removed then (
    select row_to_json(price) from (select ${datedPrice} from (select h.*) p) price) end`

const journal = sql.identifier(['j'])

const entryOf = (periods: readonly UsernamePeriod[]) => sql.fragment`
  json_build_object(
    'entity', j.entity,
    'id', j.id,
    'position', j.position::text,
    'type', j.type,
    'own', j.own,
    'at', ${instant(sql.fragment`j.at`)},
    'recordedAt', ${instant(sql.fragment`j.recorded_at`)},
    'user', json_build_object('id', ${accountOf(journal, periods)}, 'name', j.user_name),
    'via', j.via,
    'reason', j.reason,
    'record', json_build_object(
      'before', ${record(sql.fragment`position < j.position`, sql.fragment`ended >= j.position`)},
      'after', ${record(sql.fragment`position <= j.position`, sql.fragment`ended > j.position`)}),
    'price', json_build_object(
      'before', ${price(replacedBy('h', datedPrice))},
      'after', ${price(priceAfter)}),
    'parts', ${links} || ${attributes} || ${offers},
    'parents', ${parents},
    'origin', j.origin,
    'erasure', j.erasure)`

const entryRow = sql.type(z.object({ entry: z.custom<Entry>() }))

/** The selected journal rows `j` with their values, newest first. */
export const newestEntries = async (
  { pool, usernames }: Pick<QueryContext, 'pool' | 'usernames'>,
  rows: FragmentSqlToken,
  limit: number,
): Promise<readonly Entry[]> => {
  const periods = await usernames()
  const entries = await pool.anyFirst(entryRow`
    select ${entryOf(periods)} as entry
    from (select * from (${rows}) selected order by position desc limit ${limit}) j
    order by j.position desc`)
  return entries.map((entry) => ({ ...entry, user: withNameNow(entry.user, periods) }))
}
