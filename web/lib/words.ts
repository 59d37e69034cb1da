/** 'leverandør' at the start of a sentence. */
export const capitalised = (text: string): string =>
  text.charAt(0).toLocaleUpperCase('nb') + text.slice(1)

/** 'a, b og c'. */
export const listed = (words: readonly string[]): string =>
  new Intl.ListFormat('nb', { type: 'conjunction' }).format(words)
