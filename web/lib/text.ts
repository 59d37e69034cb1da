/** 'a, b og c'. */
export const joinWithAnd = (words: readonly string[]): string =>
  new Intl.ListFormat('nb', { type: 'conjunction' }).format(words)

/** Numbers inside text count as numbers ('M8' before 'M12'), and case does not count. */
export const norwegian = new Intl.Collator('nb-NO', { numeric: true, sensitivity: 'base' })

/** The same for what may be missing: that comes last. */
export const compareTexts = (a: string | null | undefined, b: string | null | undefined): number =>
  a && b ? norwegian.compare(a, b) : Number(!a) - Number(!b)

/** A number in a sentence is not broken between its thousands, nor before its unit of money. */
export const unbrokenNumbers = (text: string): string =>
  text.replaceAll(/(?<=\d) (?=(?:\d{3}|kr|[A-Z]{3})(?![\p{L}\d]))/gu, '\u00a0')
