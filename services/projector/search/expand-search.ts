import { sql } from 'slonik'
import { z } from 'zod'
import { bare } from '#contracts/text.ts'
import type { Transaction } from '../kernel/projection.ts'
import { fuzzyNumberPatterns, fuzzyWordPatterns, stemsOf } from './fuzzy-patterns.ts'
import type { Alternatives, SearchTerms, Term } from './parse-search.ts'

const partRow = z.object({ part: z.string() })

/** Of a word that no record has, what it may have been meant to be: parts of words that are known, the commonest first. */
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

/** With words that end otherwise. */
export const withStems = (search: SearchTerms): SearchTerms => ({
  ...search,
  terms: search.terms.map((term) => ({ ...term, parts: [...term.parts, ...stemsOf(term.word)] })),
})

/** With what was meant by words and numbers that were typed wrongly. */
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

/** Whether the one looks for more than the other. */
export const isWider = (one: SearchTerms, other: SearchTerms): boolean =>
  partsIn(one).length > partsIn(other).length
