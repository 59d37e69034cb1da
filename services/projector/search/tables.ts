import { sql, type QuerySqlToken } from 'slonik'
import { pending } from '../catalogue/catalogue.ts'
import type { Transaction } from '../kernel/projection.ts'
import type { Fragment } from '../kernel/sql.ts'
import { trigramSchema } from '../kernel/trigrams.ts'

const entries = sql.unsafe`
  create table search_entry (
    entity text not null,
    id integer not null,
    fields jsonb not null,
    title text not null,
    text text collate "C" not null,
    primary key (entity, id)
  )`

/** What entries are called, and each of their numbers, to be found by how it begins. */
const lines = sql.unsafe`
  create table search_line (
    line text collate "C" not null,
    entity text not null,
    id integer not null
  )`

/** Words of the entries, and in how many they are: a word that is not among them was typed wrongly. */
const words = sql.unsafe`
  create table search_word (word text collate "C" primary key, entries bigint not null)
  with (fillfactor = 70)`

export const searchTables = [entries, lines, words]

const indexes: readonly ((trigrams: Fragment) => QuerySqlToken)[] = [
  () => sql.unsafe`alter table search_line add primary key (line, entity, id)`,
  (trigrams) => sql.unsafe`
    create index on search_entry using gin (text ${trigrams}.gin_trgm_ops) ${pending}`,
  (trigrams) => sql.unsafe`create index on search_word using gin (word ${trigrams}.gin_trgm_ops)`,
  (trigrams) => sql.unsafe`
    create function similar_words(sought text) returns setof text language sql stable
    set pg_trgm.word_similarity_threshold = 0.5
    begin atomic
      select word from search_word
      where word operator(${trigrams}.%>) sought
      order by ${trigrams}.similarity(word, sought) desc, word limit 8;
    end`,
]

/** What searches go by, with a function for the words that are like one that no entry has. Made when the tables are full: that is quicker. */
export const searchIndexes = indexes.map(
  (index) => async (tx: Transaction) => tx.query(index(await trigramSchema(tx))),
)
