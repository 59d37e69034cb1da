const places = (text: string) => Array.from({ length: text.length }, (_, at) => at)

/** Two signs next to each other the other way round. */
const swapped = (text: string): readonly string[] =>
  places(text.slice(1)).map(
    (at) => text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
  )

/** Another sign, one too many, one too few. */
const wrongAt = (text: string, at: number): readonly string[] => [
  `${text.slice(0, at)}_${text.slice(at + 1)}`,
  text.slice(0, at) + text.slice(at + 1),
  `${text.slice(0, at)}_${text.slice(at)}`,
]

/** All that is one typing error from a number, `_` for any sign. */
export const fuzzyNumberPatterns = (number: string): readonly string[] => [
  ...swapped(number),
  ...places(number).flatMap((at) => wrongAt(number, at)),
]

/** Where in a word it may stand: the less of it is known, the less its place is left open. */
const inWords = (part: string): readonly string[] => {
  const known = part.replaceAll('_', '').length
  if (known > 4) return [`%${part}%`]
  return known === 4 ? [`${part}%`, `%${part}`] : [part]
}

/** Patterns of the words a part of which is one typing error from this one; nobody mistypes the first letter alone. */
export const fuzzyWordPatterns = (word: string): readonly string[] =>
  [
    ...swapped(word),
    ...places(word)
      .slice(1)
      .flatMap((at) => wrongAt(word, at)),
  ].flatMap(inWords)

/** Of a word with its ending cut off, how all of its forms begin: motorene and motor; skruer and skrue; kabler and kabel. */
export const stemsOf = (word: string): readonly string[] => {
  const [, stem] = /^([a-z]{4,}?)(?:[ea]ne|er|en|et|e|a)$/.exec(word) ?? []
  if (!stem) return []
  return [
    stem,
    stem.replace(/([^aeiouy])([lnr])$/, '$1e$2'),
    stem.replace(/([^aeiouy])([lnr])$/, '$1$1e$2'),
  ]
}
