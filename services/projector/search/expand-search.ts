import { sql } from 'slonik'
import { z } from 'zod'
import { bare } from '#contracts/text.ts'
import type { Transaction } from '../kernel/projection.ts'
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

const partRow = z.object({ part: z.string() })

/** Likely corrections of an unknown word: known words or parts of them, most frequent first. */
const knownParts = async (tx: Transaction, word: string): Promise<Alternatives> => {
  const isKnown = await tx.exists(sql.unsafe`
    select from search_word where word like ${`%${word}%`}`)
  if (isKnown) return []
  const near = await tx.anyFirst(sql.type(partRow)`
    select part from (
      select distinct word, entries,
        substring(word from replace(trim('%' from pattern), '_', '.')) as part
      from unnest(${sql.array([...fuzzyWordPatterns(word)], 'text')}) pattern
      join search_word on word like pattern) near
    group by part order by sum(entries) desc, part limit 8`)
  if (near.length > 0) return near
  return tx.anyFirst(sql.type(partRow)`select similar_words(${word}) as part`)
}

const correct = async (tx: Transaction, term: Term): Promise<Term> => {
  const plain = bare(term.word)
  if (plain.length < 4) return term
  return /\d/.test(plain)
    ? { ...term, numbers: fuzzyNumberPatterns(plain) }
    : { ...term, parts: [...term.parts, ...(await knownParts(tx, plain))] }
}

/** Adds other forms of the words. */
export const withStems = (search: SearchTerms): SearchTerms => ({
  ...search,
  terms: search.terms.map((term) => ({ ...term, parts: [...term.parts, ...stemsOf(term.word)] })),
})

/** Adds corrections of mistyped words and numbers. */
export const withCorrections = async (
  tx: Transaction,
  search: SearchTerms,
): Promise<SearchTerms> => {
  const terms: Term[] = []
  for (const term of search.terms) terms.push(await correct(tx, term))
  return { ...search, terms }
}

const partsIn = ({ terms }: SearchTerms) =>
  terms.flatMap(({ parts, numbers }) => [...parts, ...numbers])

/** True if the first search has more alternatives. */
export const isWider = (one: SearchTerms, other: SearchTerms): boolean =>
  partsIn(one).length > partsIn(other).length
