import { norwegian } from '#contracts/text.ts'

/** Missing texts come last. */
export const compareTexts = (a: string | null | undefined, b: string | null | undefined): number =>
  a && b ? norwegian.compare(a, b) : Number(!a) - Number(!b)

/** Inserts non-breaking spaces in numbers and before currencies. */
export const unbrokenNumbers = (text: string): string =>
  text.replaceAll(/(?<=\d) (?=(?:\d{3}|kr|[A-Z]{3})(?![\p{L}\d]))/gu, '\u00a0')

/** A figure that is too long for its place is broken between its groups of digits, not within one. */
export const breakable = (figure: string): string => figure.replaceAll('\u00a0', ' ')
