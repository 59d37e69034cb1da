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

type Span = readonly [start: number, end: number]

const spansOf = (text: string, word: string): readonly Span[] => {
  const spans: Span[] = []
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length))
    spans.push([at, at + word.length])
  return spans
}

/** An article number matches with or without its spaces and hyphens. */
const numberSpans = (text: string, number: string): readonly Span[] => {
  const signs = [...text.matchAll(/[a-z0-9]/g)]
  return spansOf(bare(text), bare(number)).map(([start, end]) => [
    signs[start]!.index,
    signs[end - 1]!.index + 1,
  ])
}

const placesOf = (text: string, words: readonly string[]): readonly boolean[] => {
  const within = folded(text)
  const places = Array.from({ length: text.length }, () => false)
  for (const word of words) {
    const spans = spansOf(within, word)
    const found = spans.length === 0 && isNumbering(word) ? numberSpans(within, word) : spans
    for (const [start, end] of found) places.fill(true, start, end)
  }
  return places
}

const piecesOf = (text: string, words: readonly string[]) => {
  const places = placesOf(text, words)
  const ends = places.flatMap((found, at) => (found === places[at + 1] ? [] : [at + 1]))
  return ends.map((end, at) => {
    const start = ends[at - 1] ?? 0
    return { start, text: text.slice(start, end), found: places[start]! }
  })
}

export const Highlight = ({ text }: { text: string }) => {
  const words = use(Searched)
  // Lower-casing changes the length of some texts, and then positions would be wrong.
  if (words.length === 0 || folded(text).length !== text.length) return text
  const pieces = piecesOf(text, words)
  if (pieces.every(({ found }) => !found)) return text
  return pieces.map(({ start, text: piece, found }) =>
    found ? <mark key={start}>{piece}</mark> : piece,
  )
}

export const highlighted = (shown: ReactNode): ReactNode =>
  typeof shown === 'string' && shown !== '' ? <Highlight text={shown} /> : shown
