import { norwegian } from '#contracts/text.ts'

/** Missing texts come last. */
export const compareTexts = (a: string | null | undefined, b: string | null | undefined): number =>
  a && b ? norwegian.compare(a, b) : Number(!a) - Number(!b)

/** Inserts non-breaking spaces in numbers and before currencies. */
export const unbrokenNumbers = (text: string): string =>
  text.replaceAll(/(?<=\d) (?=(?:\d{3}|kr|[A-Z]{3})(?![\p{L}\d]))/gu, '\u00a0')
