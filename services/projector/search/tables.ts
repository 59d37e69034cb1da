import { sql, type QuerySqlToken } from 'slonik'
import type { Transaction } from '../kernel/projection.ts'
import type { Fragment } from '../kernel/sql.ts'
import { pending } from '../catalogue/tables.ts'
import { trigramSchema } from '../kernel/trigrams.ts'
import { namesIn } from './entries.ts'

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
