import { createContext, use, type ReactNode } from 'react'
import { bare, folded, isNumbering, searchedWords } from '#contracts/text.ts'

const Searched = createContext<readonly string[]>([])

type WordsProps = { words: readonly string[]; children: ReactNode }

/** The words to highlight in all texts below; case-folded. */
export const HighlightWords = ({ words, children }: WordsProps) => (
  <Searched value={words}>{children}</Searched>
)

export const HighlightSearch = ({ search, children }: { search: string; children: ReactNode }) => (
  <HighlightWords words={searchedWords(folded(search))}>{children}</HighlightWords>
)

const exactly = (word: string): string => word.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)

/** An article number matches with or without its spaces and hyphens. */
const patternOf = (word: string): string =>
  isNumbering(word) ? bare(word).split('').join('[^a-z0-9]*') : exactly(word)

/** Every second piece is found. */
const piecesOf = (text: string, words: readonly string[]) => {
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  const found = new RegExp(`(${longestFirst.map(patternOf).join('|')})`)
  let end = 0
  return folded(text)
    .split(found)
    .map((piece, at) => {
      const start = end
      end += piece.length
      return { start, text: text.slice(start, end), found: at % 2 === 1 }
    })
}

export const Highlight = ({ text }: { text: string }) => {
  const words = use(Searched)
  // Lower-casing changes the length of some texts, and then positions would be wrong.
  if (words.length === 0 || folded(text).length !== text.length) return text
  return piecesOf(text, words).map(({ start, text: piece, found }) =>
    found ? <mark key={start}>{piece}</mark> : piece,
  )
}

export const highlighted = (shown: ReactNode): ReactNode =>
  typeof shown === 'string' && shown !== '' ? <Highlight text={shown} /> : shown
