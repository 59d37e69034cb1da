import { bare, folded, searchedWords } from '#contracts/text.ts'

const different = (texts: readonly string[]) => [...new Set(texts.filter((text) => text !== ''))]

/** Equivalent texts, one of which must occur. */
export type Alternatives = readonly string[]

export type Term = {
  readonly word: string
  /** Match anywhere in the text. */
  readonly parts: Alternatives
  /** Match a whole number; `_` is any character. */
  readonly numbers: Alternatives
}

export type SearchTerms = {
  readonly whole: Alternatives
  /** The words, all of which must occur. */
  readonly terms: readonly Term[]
}

/** M8 x 40 and M8*40 become M8x40. */
const joined = (text: string) => text.replace(/(\d) *[x*] *(?=\d)/g, '$1x')
/** M8x40 also matches M8 x 40. */
const spaced = (text: string) => text.replace(/(?<=\d)x(?=\d)/g, ' x ')

const isDecimal = (word: string) => /^\d+[.,]\d+$/.test(word)

/** Other spellings, such as 0.55, Aalesund, oring, 24V, 000600. */
const others = (word: string) => [
  isDecimal(word) ? word.replace(/[.,]/, (sign) => (sign === ',' ? '.' : ',')) : bare(word),
  /^[a-z]{4,}$/.test(word) ? word.replace(/aa/g, 'a').replace(/([ao])e/g, '$1') : '',
  word.replace(/^([a-z])([a-z]{3,})$/, '$1-$2'),
  spaced(word),
  word.replace(/^(\d[\d.,]*)([a-z]{1,3})$/, '$1 $2'),
  word.replace(/^0+(?=\d{3})/, ''),
]

const measure = (before: string, word: string) =>
  /^\d/.test(before) && /^[a-z]{1,3}$/.test(word) ? before + word : ''

const termOf = (word: string, before: string): Term => ({
  word,
  parts: different([word, ...others(word), measure(before, word)]),
  numbers: [],
})

/** The label of a copied number, as in El.nr. 16 002 45. */
const label = /^(el|art|artikkel|vare|tegn|tegnings|ito)?[-.]?(nr|nummer)[.:]*$/

const wordsOf = (search: string): readonly string[] => {
  const all = searchedWords(joined(folded(search)))
  const words = all.filter((word) => /[\p{L}\p{N}]/u.test(word))
  const unlabelled = words.filter((word) => !label.test(word))
  return unlabelled.length > 0 ? unlabelled : words
}

export const parseSearch = (search: string): SearchTerms => {
  const words = wordsOf(search)
  const text = words.join(' ')
  return {
    whole: different([text, bare(text), spaced(text)]),
    terms: words.map((word, at) => termOf(word, words[at - 1] ?? '')),
  }
}
