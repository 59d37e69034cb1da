import { sql } from 'slonik'
import { z } from 'zod'
import type { EntityName } from '#contracts/entity.ts'
import { matches } from '#contracts/search-answers.ts'
import { searchedEntities } from '#contracts/search.ts'
import { sourceAt } from '../catalogue/source.ts'
import type { PointInTime } from '../kernel/as-of.ts'
import type { Transaction } from '../kernel/projection.ts'
import { escaped, nothing, some, type Fragment } from '../kernel/sql.ts'
import { trigramSchema } from '../kernel/trigrams.ts'
import {
  entriesOf,
  linesOf,
  namesIn,
  wordsOf,
  groupedBy,
  groupOf,
  similarWords,
} from './entries.ts'
import { withCorrections, withStems, isWider, type Vocabulary } from './expand-search.ts'
import type { Alternatives, SearchTerms, Term } from './parse-search.ts'

const line = '\n '
const wholeLine = (text: string): string => `%${line}${text}${line}%`

const sizeSigns = ['x', 'm', 'o']
/**
 * Short words match only at the start of a word, or after a number in sizes such as M8x40 and Ø25: the index cannot
 * find them elsewhere.
 */
const anywhere = (part: string): readonly string[] => {
  if (part.length > 2) return [`%${escaped(part)}%`]
  const inSizes = /^\d\d$/.test(part) ? sizeSigns.map((sign) => `%${sign}${part}%`) : []
  return [`% ${escaped(part)}%`, ...inSizes]
}

const patternsOf = ({ parts, numbers }: Term): Alternatives => [
  ...parts.flatMap(anywhere),
  ...numbers.map(wholeLine),
]

/** Patterns of numbers that contain the search, or most of it. */
const withinNumbers = ({ whole, terms }: SearchTerms): Alternatives =>
  terms.length < 2 ? [] : whole.filter((text) => /^\w*\d\w{2,}$/.test(text)).flatMap(anywhere)

/** Patterns of titles and numbers that end with the search: the last part of a compound says most. */
const lineEnds = ({ whole }: SearchTerms): Alternatives =>
  whole.map((text) => `%${escaped(text)}${line}%`)

const anyOf = (patterns: Alternatives, text: Fragment) =>
  some(patterns.map((pattern) => sql.fragment`${text} like ${pattern}`))

const allOf = (terms: readonly Term[], text: Fragment) =>
  sql.join(
    terms.map((term) => anyOf(patternsOf(term), text)),
    sql.fragment` and `,
  )

type SearchOptions = {
  readonly entity: EntityName | undefined
  readonly limit: number
  readonly at: PointInTime | null
}

const hit = z.object({
  entity: z.enum(searchedEntities.map(({ name }) => name)),
  id: z.number(),
  fields: z.record(z.string(), z.string()),
  match: z.enum(matches),
})
type Hit = z.output<typeof hit>
/** `by` is the search that found it. */
export type Found = Hit & { readonly by: SearchTerms }

/** For the past: builds the entries from past tables. */
const tablesAt = (at: PointInTime | null) => {
  if (at === null) return nothing
  const all = searchedEntities.map((entity) => entriesOf(entity, nothing, at.position))
  return sql.fragment`${sourceAt(at).tables},
    search_entry as materialized (${sql.join(all, sql.fragment` union all `)}),
    search_line as (${linesOf(sql.fragment`search_entry`)}),
    search_word as materialized (${wordsOf(sql.fragment`search_entry`)})`
}

const vocabularyAt = async (tx: Transaction, at: PointInTime | null): Promise<Vocabulary> => {
  if (at === null)
    return { tables: nothing, similar: (sought) => sql.fragment`select similar_words(${sought})` }
  const trigrams = await trigramSchema(tx)
  return { tables: tablesAt(at), similar: (sought) => similarWords(trigrams, sought) }
}

const onlyOf = ({ entity }: SearchOptions) =>
  entity ? sql.fragment`entity = ${entity} and` : nothing

/** Most candidates to rank; very common words have more. */
const most = 200
const inOrder = sql.fragment`length(title), title collate norwegian, entity, id`

/**
 * Lines that begin with the text, the shortest first. For one or two letters, which thousands of lines begin with, in
 * alphabetical order.
 */
const beginningWith = (text: string): Fragment => {
  const characters = Array.from(text)
  const begins = sql.fragment`line like ${`${escaped(text)}%`}`
  if (characters.length < groupedBy) return sql.fragment`${begins} order by line, entity, id`
  const group = characters.slice(0, groupedBy).join('')
  return sql.fragment`${begins} and ${groupOf(sql.fragment`line`)} = ${group}
    order by length(line), line, entity, id`
}

const byLine = (tx: Transaction, options: SearchOptions, { whole }: SearchTerms) => {
  const begin = whole.map(
    (text) => sql.fragment`
      (select entity, id, line from search_line
       where ${onlyOf(options)} ${beginningWith(text)} limit ${most})`,
  )
  return tx.any(sql.type(hit)`
    ${tablesAt(options.at)}
    select entity, id, fields, case when is_whole then 'exact' else 'prefix' end as match
    from (
      select entity, id, bool_or(line = any(${sql.array([...whole], 'text')})) as is_whole,
        min(length(line)) as length
      from (${sql.join(begin, sql.fragment` union all `)}) line group by entity, id) found
    join search_entry using (entity, id)
    order by is_whole desc, length, ${inOrder} limit ${options.limit}`)
}

const byWords = (
  tx: Transaction,
  options: SearchOptions,
  search: SearchTerms,
  match: Hit['match'],
) => {
  const text = sql.fragment`text`
  const inNames = allOf(search.terms, namesIn(text))
  const numbers = withinNumbers(search)
  const orWithin = numbers.length > 0 ? sql.fragment`or ${anyOf(numbers, text)}` : nothing
  // The many patterns of corrections are not worth it.
  const alsoNamed =
    match === 'words'
      ? sql.fragment`union (select * from search_entry
          where ${onlyOf(options)} (select count(*) from held) = ${most} and ${inNames} limit ${most})`
      : nothing
  return tx.any(sql.type(hit)`
    ${options.at === null ? sql.fragment`with` : sql.fragment`${tablesAt(options.at)},`}
    held as materialized (
      select * from search_entry
      where ${onlyOf(options)} (${allOf(search.terms, text)} ${orWithin}) limit ${most})
    select entity, id, fields, ${match} as match from (select * from held ${alsoNamed}) found
    order by ${inNames} desc, ${anyOf(lineEnds(search), text)} desc, ${inOrder}
    limit ${2 * options.limit}`)
}

/** Ordered from best to weakest. */
async function* waysToFind(tx: Transaction, search: SearchTerms, options: SearchOptions) {
  const lines = await byLine(tx, options, search)
  yield { hits: lines, by: search }
  yield { hits: await byWords(tx, options, search, 'words'), by: search }
  const otherwise = withStems(search)
  if (isWider(otherwise, search))
    yield { hits: await byWords(tx, options, otherwise, 'similar'), by: otherwise }
  if (lines.some(({ match }) => match === 'exact')) return
  const corrected = await withCorrections(tx, await vocabularyAt(tx, options.at), search)
  if (isWider(corrected, search))
    yield { hits: await byWords(tx, options, corrected, 'similar'), by: corrected }
}

/** Best hits first. Tries weaker ways only if there are too few hits. */
export const findBest = async (
  tx: Transaction,
  search: SearchTerms,
  options: SearchOptions,
): Promise<readonly Found[]> => {
  if (search.terms.length === 0) return []
  const found = new Map<string, Found>()
  for await (const { hits, by } of waysToFind(tx, search, options)) {
    for (const one of hits) {
      const key = `${one.entity} ${one.id}`
      if (!found.has(key)) found.set(key, { ...one, by })
    }
    if (found.size >= options.limit) break
  }
  return [...found.values()].slice(0, options.limit)
}
