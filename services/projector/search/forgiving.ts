import { sql } from 'slonik'
import { z } from 'zod'
import { bare } from '#contracts/text.ts'
import type { Transaction } from '../kernel/projection.ts'
import { misspeltNumber, misspeltWord, stemsOf } from './misspelt.ts'
import type { Alternatives, Sought, Term } from './sought.ts'

const partRow = z.object({ part: z.string() })

/** Of a word that no record has, what it may have been meant to be: parts of words that are known, the commonest first. */
const meantParts = async (tx: Transaction, word: string): Promise<Alternatives> => {
  const isKnown = await tx.exists(sql.unsafe`
    select from search_word where word like ${`%${word}%`}`)
  if (isKnown) return []
  const near = await tx.anyFirst(sql.type(partRow)`
    select part from (
      select distinct word, entries,
        substring(word from replace(trim('%' from pattern), '_', '.')) as part
      from unnest(${sql.array([...misspeltWord(word)], 'text')}) pattern
      join search_word on word like pattern) near
    group by part order by sum(entries) desc, part limit 8`)
  if (near.length > 0) return near
  return tx.anyFirst(sql.type(partRow)`select similar_words(${word}) as part`)
}

const meant = async (tx: Transaction, term: Term): Promise<Term> => {
  const plain = bare(term.word)
  if (plain.length < 4) return term
  return /\d/.test(plain)
    ? { ...term, numbers: misspeltNumber(plain) }
    : { ...term, parts: [...term.parts, ...(await meantParts(tx, plain))] }
}

/** With words that end otherwise. */
export const inflected = (sought: Sought): Sought => ({
  ...sought,
  terms: sought.terms.map((term) => ({ ...term, parts: [...term.parts, ...stemsOf(term.word)] })),
})

/** With what was meant by words and numbers that were typed wrongly. */
export const forgiven = async (tx: Transaction, sought: Sought): Promise<Sought> => {
  const terms: Term[] = []
  for (const term of sought.terms) terms.push(await meant(tx, term))
  return { ...sought, terms }
}

const partsIn = ({ terms }: Sought) => terms.flatMap(({ parts, numbers }) => [...parts, ...numbers])

/** Whether the one looks for more than the other. */
export const isWider = (one: Sought, other: Sought): boolean =>
  partsIn(one).length > partsIn(other).length
