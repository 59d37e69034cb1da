import { sql } from 'slonik'
import { z } from 'zod'
import { bare } from '#contracts/text.ts'
import type { Transaction } from '../kernel/projection.ts'
import { json, type Fragment } from '../kernel/sql.ts'
import type { Alternatives, SearchTerms, Term } from './parse-search.ts'

const places = (text: string) => Array.from({ length: text.length }, (_, at) => at)

/** Variants with two neighbouring characters swapped. */
const swapped = (text: string): readonly string[] =>
  places(text.slice(1)).map(
    (at) => text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
  )

/** Variants with one wrong, extra or missing character. */
const wrongAt = (text: string, at: number): readonly string[] => [
  `${text.slice(0, at)}_${text.slice(at + 1)}`,
  text.slice(0, at) + text.slice(at + 1),
  `${text.slice(0, at)}_${text.slice(at)}`,
]

/** `like` patterns for all numbers one typing error away. */
const fuzzyNumberPatterns = (number: string): readonly string[] => [
  ...swapped(number),
  ...places(number).flatMap((at) => wrongAt(number, at)),
]

/** Patterns for its place in a word: a shorter part has fewer possible places. */
const inWords = (part: string): readonly string[] => {
  const known = part.replaceAll('_', '').length
  if (known > 4) return [`%${part}%`]
  return known === 4 ? [`${part}%`, `%${part}`] : [part]
}

/** Patterns for words with a part one typing error away. The first letter is assumed to be right. */
const fuzzyWordPatterns = (word: string): readonly string[] =>
  [
    ...swapped(word),
    ...places(word)
      .slice(1)
      .flatMap((at) => wrongAt(word, at)),
  ].flatMap(inWords)

/** The common beginnings of a word's forms: motorene and motor; skruer and skrue; kabler and kabel. */
const stemsOf = (word: string): readonly string[] => {
  const [, stem] = /^([a-z]{4,}?)(?:[ea]ne|er|en|et|e|a)$/.exec(word) ?? []
  if (!stem) return []
  return [
    stem,
    stem.replace(/([^aeiouy])([lnr])$/, '$1e$2'),
    stem.replace(/([^aeiouy])([lnr])$/, '$1$1e$2'),
  ]
}

/** The words that are searched: those of now, or of an instant. `similar` selects the most similar ones. */
export type Vocabulary = {
  readonly tables: Fragment
  readonly similar: (sought: Fragment) => Fragment
}

const partsRow = z.object({ word: z.string(), parts: z.array(z.string()) })
const likeSought = sql.fragment`
  select array_agg(part order by entries desc, part) from (
    select part, sum(entries) as entries from (
      select distinct word, entries,
        substring(word from replace(trim('%' from pattern), '_', '.')) as part
      from unnest(sought.patterns) pattern
      join search_word on word like pattern) near
    group by part order by 2 desc, part limit 8) best`

/** Likely corrections of the unknown words: known words or parts of them, most frequent first. */
const knownParts = async (
  tx: Transaction,
  { tables, similar }: Vocabulary,
  words: readonly string[],
): Promise<ReadonlyMap<string, Alternatives>> => {
  if (words.length === 0) return new Map()
  const sought = words.map((word) => ({ word, patterns: fuzzyWordPatterns(word) }))
  const found = await tx.any(sql.type(partsRow)`
    ${tables}
    select sought.word, case
      when exists (select from search_word known where known.word like '%' || sought.word || '%')
      then '{}'::text[]
      else coalesce((${likeSought}), array(${similar(sql.fragment`sought.word`)})) end as parts
    from json_to_recordset(${json(sought)}) as sought (word text, patterns text[])`)
  return new Map(found.map(({ word, parts }) => [word, parts]))
}

export const withStems = (search: SearchTerms): SearchTerms => ({
  ...search,
  terms: search.terms.map((term) => ({ ...term, parts: [...term.parts, ...stemsOf(term.word)] })),
})

export const withCorrections = async (
  tx: Transaction,
  vocabulary: Vocabulary,
  search: SearchTerms,
): Promise<SearchTerms> => {
  const plain = search.terms.map(({ word }) => bare(word))
  const isNumber = (word: string) => /\d/.test(word)
  const words = plain.filter((word) => word.length >= 4 && !isNumber(word))
  const corrections = await knownParts(tx, vocabulary, words)
  const terms = search.terms.map((term, at): Term => {
    const word = plain[at]!
    if (word.length < 4) return term
    return isNumber(word)
      ? { ...term, numbers: fuzzyNumberPatterns(word) }
      : { ...term, parts: [...term.parts, ...(corrections.get(word) ?? [])] }
  })
  return { ...search, terms }
}

const partsIn = ({ terms }: SearchTerms) =>
  terms.flatMap(({ parts, numbers }) => [...parts, ...numbers])

export const isWider = (one: SearchTerms, other: SearchTerms): boolean =>
  partsIn(one).length > partsIn(other).length
