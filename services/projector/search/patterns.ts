import { escaped } from '../kernel/sql.ts'
import type { Alternatives, SearchTerms, Term } from './parse-search.ts'

const line = '\n '
const wholeLine = (text: string): string => `%${line}${text}${line}%`

const sizeSigns = ['x', 'm', 'o']
/** Short words are found where a word begins, and numbers in sizes, as in M8x40 and Ø25: no index knows them elsewhere. */
const anywhere = (part: string): readonly string[] => {
  if (part.length > 2) return [`%${escaped(part)}%`]
  const inSizes = /^\d\d$/.test(part) ? sizeSigns.map((sign) => `%${sign}${part}%`) : []
  return [`% ${escaped(part)}%`, ...inSizes]
}

/** Of the entries that hold a term. */
export const patternsOf = ({ parts, numbers }: Term): Alternatives => [
  ...parts.flatMap(anywhere),
  ...numbers.map(wholeLine),
]

/** Of the entries with a number that holds the whole search, its first or last signs left out. */
export const withinNumbers = ({ whole, terms }: SearchTerms): Alternatives =>
  terms.length < 2 ? [] : whole.filter((text) => /^\w*\d\w{2,}$/.test(text)).flatMap(anywhere)

/** Of the entries with a name or number that ends so: as of a compound, what comes last tells most. */
export const lineEnds = ({ whole }: SearchTerms): Alternatives =>
  whole.map((text) => `%${escaped(text)}${line}%`)
