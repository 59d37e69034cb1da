import { sql } from 'slonik'
import { z } from 'zod'
import type { EntityName } from '#contracts/entity.ts'
import { matches } from '#contracts/search-answers.ts'
import { searchedEntities } from '#contracts/search.ts'
import { sourceAt } from '../catalogue/source.ts'
import type { Then } from '../kernel/as-of.ts'
import type { Transaction } from '../kernel/projection.ts'
import { escaped, nothing, type Fragment } from '../kernel/sql.ts'
import { entriesOf, linesOf, namesIn } from './entries.ts'
import { anywhere, literally, misspelt, swapped, type Sought } from './patterns.ts'

const oneOf = (patterns: readonly string[], text: Fragment = sql.fragment`text`) =>
  sql.fragment`(${sql.join(
    patterns.map((pattern) => sql.fragment`${text} like ${pattern}`),
    sql.fragment` or `,
  )})`

const allOf = (words: readonly (readonly string[])[], text?: Fragment) =>
  sql.join(
    words.map((patterns) => oneOf(patterns, text)),
    sql.fragment` and `,
  )

const wordRow = z.object({ word: z.string() })

/** What a word may have been meant to be, besides itself. */
const meant = async (tx: Transaction, word: string): Promise<readonly string[]> => {
  if (word.length < 4) return []
  if (/\d/.test(word)) return misspelt(word)
  const found = await tx.anyFirst(sql.type(wordRow)`
    select similar_words(${word}) as word
    union select word from search_word where word = any(${sql.array([...swapped(word)], 'text')})`)
  return literally(anywhere, found)
}

export type Asked = {
  readonly entity: EntityName | undefined
  readonly limit: number
  readonly at: Then | null
}

const hit = z.object({
  entity: z.enum(searchedEntities.map(({ name }) => name)),
  id: z.number(),
  fields: z.record(z.string(), z.string()),
  match: z.enum(matches),
})
export type Found = z.output<typeof hit>

/** What is read where it is not the present: entries made of the tables as they were. */
const tablesAt = (at: Then | null) => {
  if (at === null) return nothing
  const all = searchedEntities.map((entity) => entriesOf(entity, nothing, at.position))
  return sql.fragment`${sourceAt(at).tables},
    search_entry as materialized (${sql.join(all, sql.fragment` union all `)}),
    search_line as (${linesOf(sql.fragment`search_entry`)})`
}

const onlyOf = ({ entity }: Asked) => (entity ? sql.fragment`and entity = ${entity}` : nothing)

/** So many are looked at to find the best: of what nearly every record has, some. */
const most = 200
const inOrder = sql.fragment`length(title), title collate norwegian, entity, id`

const byLine = (tx: Transaction, asked: Asked, { whole }: Sought) => {
  const begin = whole.map(
    (text) => sql.fragment`
      (select entity, id, line from search_line
       where line like ${`${escaped(text)}%`} ${onlyOf(asked)} order by line limit ${most})`,
  )
  return tx.any(sql.type(hit)`
    ${tablesAt(asked.at)}
    select entity, id, fields, case when is_whole then 'exact' else 'prefix' end as match
    from (
      select entity, id, bool_or(line = any(${sql.array([...whole], 'text')})) as is_whole,
        min(length(line)) as length
      from (${sql.join(begin, sql.fragment` union all `)}) line group by entity, id) found
    join search_entry using (entity, id)
    order by is_whole desc, length, ${inOrder} limit ${asked.limit}`)
}

type Words = readonly (readonly string[])[]

const byWords = (tx: Transaction, asked: Asked, words: Words, match: Found['match']) =>
  tx.any(sql.type(hit)`
    ${tablesAt(asked.at)}
    select entity, id, fields, ${match} as match from (
      select * from search_entry where ${allOf(words)} ${onlyOf(asked)} limit ${most}) found
    order by ${allOf(words, namesIn(sql.fragment`text`))} desc, ${inOrder}
    limit ${2 * asked.limit}`)

/** Each word as it was typed, or as it may have been meant; null where no other is known. */
const forgiving = async (tx: Transaction, { words }: Sought): Promise<Words | null> => {
  const others: (readonly string[])[] = []
  for (const word of words) others.push(await meant(tx, word.at(-1)!))
  if (others.every((some) => some.length === 0)) return null
  return words.map((word, at) => [...literally(anywhere, word), ...others[at]!])
}

/** The best first. What is less good is looked for only where there is too little else. */
export const findBest = async (
  tx: Transaction,
  sought: Sought,
  asked: Asked,
): Promise<readonly Found[]> => {
  if (sought.words.length === 0) return []
  const found = new Map<string, Found>()
  const add = (some: readonly Found[]) => {
    for (const one of some) {
      const key = `${one.entity} ${one.id}`
      if (!found.has(key)) found.set(key, one)
    }
  }
  const isEnough = () => found.size >= asked.limit
  add(await byLine(tx, asked, sought))
  if (!isEnough())
    add(
      await byWords(
        tx,
        asked,
        sought.words.map((word) => literally(anywhere, word)),
        'words',
      ),
    )
  const others = isEnough() ? null : await forgiving(tx, sought)
  if (others) add(await byWords(tx, asked, others, 'similar'))
  return [...found.values()].slice(0, asked.limit)
}
