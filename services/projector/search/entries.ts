import { sql, type FragmentSqlToken, type QuerySqlToken } from 'slonik'
import type { Entity } from '#contracts/entity.ts'
import type { Position } from '#contracts/event-log.ts'
import { numberKeys, offersKey } from '#contracts/search.ts'
import { joinsOf } from '../catalogue/answer.ts'
import { folded, searchedTexts } from '../catalogue/search-text.ts'
import { table } from '../catalogue/columns.ts'
import { inForce } from '../kernel/as-of.ts'
import { listed, once, type Fragment } from '../kernel/sql.ts'
import type { Transaction } from '../kernel/projection.ts'
import { pending } from '../catalogue/tables.ts'
import { trigramSchema } from '../kernel/trigrams.ts'

/** The values of the fields, one per line; null if all are empty. */
const valuesOf = (keys: readonly string[]): Fragment =>
  keys.length === 0
    ? sql.fragment`null::text`
    : sql.fragment`nullif(concat_ws(E'\n', ${listed(
        keys.map((key) => sql.fragment`shown.fields->>${sql.literalValue(key)}`),
      )}), '')`

/** Article numbers of other suppliers, one per line. */
const offeredTexts = ({ name, priced }: Entity, position: Position | null) => {
  if (!priced) return []
  const numbers = sql.fragment`(
    select string_agg(o.supplier_articlenumber, E'\n' order by o.supplier_id) from offer_version o
    where o.entity = ${sql.literalValue(name)} and o.id = r.id and ${inForce(position, 'o')})`
  return [[offersKey, numbers] as const]
}

/**
 * The search text of each record. Each line begins with a space, so that every word follows one. Title and numbers
 * come first, as written and without spaces and hyphens; after a tab, everything else in one line.
 */
export const entriesOf = (
  entity: Entity,
  only: Fragment,
  position: Position | null = null,
): FragmentSqlToken => {
  const texts = [...searchedTexts(entity), ...offeredTexts(entity, position)]
  const numbers = [...numberKeys(entity), offersKey]
  const others = texts.flatMap(([key]) =>
    key === entity.title || numbers.includes(key) ? [] : [key],
  )
  const fields = texts.map(
    ([key, text]) => sql.fragment`${sql.literalValue(key)}, nullif(${text}, '')`,
  )
  return sql.fragment`
    select ${sql.literalValue(entity.name)} as entity, r.id, shown.fields,
      coalesce(shown.fields->>${sql.literalValue(entity.title)}, '') as title,
      replace(
        concat_ws(E'\n', '', line.title, line.number,
          regexp_replace(line.number, '[^a-z0-9\n]', '', 'g'), ''),
        E'\n', E'\n ') || E'\t ' || coalesce(replace(line.other, E'\n', ' '), '') as text
    from ${table(entity)} r ${joinsOf(entity)}
    cross join lateral (select jsonb_strip_nulls(jsonb_build_object(${listed(fields)})) as fields ${once}) shown
    cross join lateral (
      select ${folded(valuesOf([entity.title]))} as title, ${folded(valuesOf(numbers))} as number,
        ${folded(valuesOf(others))} as other ${once}) line
    ${only}`
}

/** The part of the text before the tab. */
export const namesIn = (text: Fragment): Fragment => sql.fragment`split_part(${text}, E'\t', 1)`

/** Limits a line to what an index takes. */
const longest = sql.fragment`200`
export const linesOf = (entries: Fragment): Fragment => sql.fragment`
  select entry.entity, entry.id, held.line
  from ${entries} entry
  cross join lateral (
    select distinct left(line, ${longest}) as line
    from string_to_table(${namesIn(sql.fragment`entry.text`)}, E'\n ') line
    where line <> '') held`

/** The words of entries that are candidates for corrections, each with its number of entries. */
export const wordsOf = (entries: Fragment): Fragment => sql.fragment`
  select word, count(*) as entries
  from ${entries} entry cross join lateral (
    select distinct word from regexp_split_to_table(entry.text, '[^a-z]+') word
    where length(word) between 4 and 60) held
  group by word`

const entries = sql.unsafe`
  create table search_entry (
    entity text not null,
    id integer not null,
    fields jsonb not null,
    title text not null,
    text text collate "C" not null,
    primary key (entity, id)
  )`

/** Titles and numbers, for prefix search. */
const lines = sql.unsafe`
  create table search_line (
    line text collate "C" not null,
    entity text not null,
    id integer not null
  )`

/** Word frequencies. A word that is not here was probably mistyped. */
const words = sql.unsafe`
  create table search_word (word text collate "C" primary key, entries bigint not null)
  with (fillfactor = 70)`

export const searchTables = [entries, lines, words]

const leastSimilarity = sql.literalValue('0.5')
const mostSimilar = (trigrams: Fragment, sought: Fragment) =>
  sql.fragment`order by ${trigrams}.similarity(word, ${sought}) desc, word limit 8`

/** What the function similar_words answers, for a table without an index. */
export const similarWords = (trigrams: Fragment, sought: Fragment): Fragment => sql.fragment`
  select word from search_word
  where ${trigrams}.word_similarity(${sought}, word) >= ${leastSimilarity}::real
  ${mostSimilar(trigrams, sought)}`

/** By how many characters lines are grouped, so that the shortest are found first. */
export const groupedBy = 3
export const groupOf = (text: Fragment): Fragment =>
  sql.fragment`left(${text}, ${sql.literalValue(String(groupedBy))}::integer)`

const indexes: readonly ((trigrams: Fragment) => QuerySqlToken)[] = [
  () => sql.unsafe`alter table search_line add primary key (line, entity, id)`,
  () => sql.unsafe`
    create index on search_line (${groupOf(sql.fragment`line`)}, length(line), line, entity, id)`,
  (trigrams) => sql.unsafe`
    create index on search_entry using gin (text ${trigrams}.gin_trgm_ops) ${pending}`,
  (trigrams) => sql.unsafe`
    create index on search_entry using gin ((${namesIn(sql.fragment`text`)}) ${trigrams}.gin_trgm_ops) ${pending}`,
  (trigrams) => sql.unsafe`create index on search_word using gin (word ${trigrams}.gin_trgm_ops)`,
  (trigrams) => sql.unsafe`
    create function similar_words(sought text) returns setof text language sql stable
    set pg_trgm.word_similarity_threshold = ${leastSimilarity}
    begin atomic
      select word from search_word
      where word operator(${trigrams}.%>) sought
      ${mostSimilar(trigrams, sql.fragment`sought`)};
    end`,
]

/** Indexes, and a function that finds words similar to an unknown one. Created after a fill, which is quicker. */
export const searchIndexes = indexes.map(
  (index) => async (tx: Transaction) => tx.query(index(await trigramSchema(tx))),
)
