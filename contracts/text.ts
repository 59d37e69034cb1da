/**
 * Zero-width signs, soft hyphens, marks of direction, variants: seen by nobody, they tell texts apart. Written out,
 * as JavaScript and Postgres both read a class of characters.
 */
export const invisibleSigns =
  '\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f' +
  '\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}'
const invisible = new RegExp(`[${invisibleSigns}]`, 'gu')

const visible = (text: string): string => text.replace(invisible, '').normalize('NFC')

/** Other than at the ends, where some count as space. */
export const hasInvisible = (text: string): boolean => text.trim().search(invisible) >= 0

/** A text of one line as it is kept: every space is one space. */
export const oneLine = (text: string): string =>
  visible(text)
    .replace(/[\s\x85]+/g, ' ')
    .trim()

/** A text that may have several lines as it is kept: lines and spaces stay as they were laid out. */
export const manyLines = (text: string): string =>
  visible(text)
    .replace(/\r\n?|[\x85\u2028\u2029]/g, '\n')
    .replace(/[^\S\n\t]/g, ' ')
    .trim()

/** As people mean a key or a name: neither case nor how it was typed tells two apart. */
export const normalKey = (text: string): string => oneLine(text).toLowerCase()

/** The words of a search: a text that holds each of them, in whatever order, is found. */
export const searchedWords = (search: string): readonly string[] =>
  normalKey(search)
    .split(' ')
    .filter((word) => word !== '')

/** What is over and under letters, where it is a sign of its own. */
export const marksOfLetters = '\u0300-\u036f'
const overLetters = new RegExp(`[${marksOfLetters}]`, 'g')

/** What is typed for letters that a keyboard lacks, and that have no mark that could go. */
export const plainLetters: ReadonlyMap<string, string> = new Map([
  ['æ', 'a'],
  ['ø', 'o'],
  ['×', 'x'],
])

/** As a search that forgives compares texts: å is a. A sign that is composed keeps its place. */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(overLetters, '')
    .replace(/[æø×]/g, (letter) => plainLetters.get(letter)!)

/** Of a folded text: without spaces, hyphens and other signs. */
export const bare = (text: string): string => text.replace(/[^a-z0-9]/g, '')

/** A number is one however it is written, but for decimals. */
export const isNumbering = (word: string): boolean =>
  /\d/.test(word) && !/\d[.,]\d/.test(word) && bare(word).length > 2

/** Whether a folded text has a word of a search. */
export const holds = (text: string, word: string): boolean =>
  text.includes(word) || (isNumbering(word) && bare(text).includes(bare(word)))

const control = /(?![\t\n\r])\p{Cc}/u
export const wrongCharacter = 'Teksten inneholder et ugyldig tegn'
/** No bell, escape or NUL, which nobody means and no screen shows. */
export const isPrintable = (text: string): boolean => !control.test(text)

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
