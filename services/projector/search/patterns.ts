import { folded, searchedWords } from '#contracts/text.ts'
import { escaped } from '../kernel/sql.ts'

/** Without spaces, hyphens and other signs: so a number is one however it is written. */
export const bare = (text: string): string => text.replace(/[^a-z0-9]/g, '')

const different = (texts: readonly string[]) => [...new Set(texts.filter((text) => text !== ''))]

/** Texts that may stand for each other, one of which is to be found. */
type Alternatives = readonly string[]

export type Sought = {
  /** As a whole. */
  readonly whole: Alternatives
  /** Word by word: all of them are to be found. */
  readonly words: readonly Alternatives[]
}

export const soughtBy = (search: string): Sought => {
  const words = searchedWords(folded(search)).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const text = words.join(' ')
  return {
    whole: different([text, bare(text)]),
    words: words.map((word) => different([word, bare(word)])),
  }
}

const line = '\n '
const wholeLine = (text: string): string => `%${line}${text}${line}%`
/** Short words are found where a word begins: no index knows them elsewhere. */
export const anywhere = (word: string): string => (word.length < 3 ? `% ${word}%` : `%${word}%`)

export const literally = (pattern: (text: string) => string, texts: Alternatives) =>
  texts.map((text) => pattern(escaped(text)))

const places = (text: string) => Array.from({ length: text.length }, (_, at) => at)

/** Two signs next to each other the other way round. */
export const swapped = (text: string): readonly string[] =>
  places(text.slice(1)).map(
    (at) => text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
  )

/** Patterns of all that are one typing error from a number: another sign, one too many, one too few. */
export const misspelt = (number: string): readonly string[] =>
  [
    ...swapped(number),
    ...places(number).flatMap((at) => [
      `${number.slice(0, at)}_${number.slice(at + 1)}`,
      number.slice(0, at) + number.slice(at + 1),
      `${number.slice(0, at)}_${number.slice(at)}`,
    ]),
  ].map(wholeLine)
