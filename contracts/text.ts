// Zero-width characters, soft hyphens, direction marks, variation selectors: with them, texts that look equal differ.
// Spelt out, because both JavaScript and Postgres use it as a character class.
export const invisibleSigns =
  '\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f' +
  '\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}'
const invisible = new RegExp(`[${invisibleSigns}]`, 'gu')

/** The hyphen and the non-breaking hyphen: typesetters and word processors write them for `-`. */
export const otherHyphens = '\u2010\u2011'
const otherHyphen = new RegExp(`[${otherHyphens}]`, 'g')

const visible = (text: string): string =>
  text.replace(invisible, '').replace(otherHyphen, '-').normalize('NFC')

/** Not at the ends, where trim() counts some of them as space. */
export const hasInvisible = (text: string): boolean => text.trim().search(invisible) >= 0

/** Collapses each run of white space to one space. */
export const oneLine = (text: string): string =>
  visible(text)
    .replace(/[\s\x85]+/g, ' ')
    .trim()

/** Keeps lines and repeated spaces. */
export const manyLines = (text: string): string =>
  visible(text)
    .replace(/\r\n?|[\x85\u2028\u2029]/g, '\n')
    .replace(/[^\S\n\t]/g, ' ')
    .trim()

/** For comparing keys and names: ignores case and invisible differences. */
export const normalKey = (text: string): string => oneLine(text).toLowerCase()

/** Joins a number of digits, which people part by spaces, points or hyphens. */
export const joinedDigits = (text: string): string => {
  const digits = oneLine(text).replace(/[ .-]/g, '')
  return /^\d+$/.test(digits) ? digits : oneLine(text)
}

export const digitsKey = (text: string): string => joinedDigits(text).toLowerCase()

const conjunction = new Intl.ListFormat('nb')
/** `a, b og c`. */
export const joinWithAnd = (parts: readonly string[]): string => conjunction.format(parts)

/** Natural sort: 'M8' before 'M12', ignoring case. */
export const norwegian = new Intl.Collator('nb-NO', { numeric: true, sensitivity: 'base' })

/** Its first characters, none of them halved. */
export const beginningOf = (text: string, longest: number): string =>
  Array.from(text).slice(0, longest).join('')

export const searchedWords = (search: string): readonly string[] =>
  normalKey(search)
    .split(' ')
    .filter((word) => word !== '')

/** Combining marks, after NFD normalization. */
export const marksOfLetters = '\u0300-\u036f'
const overLetters = new RegExp(`[${marksOfLetters}]`, 'g')

/** Letters that NFD does not decompose, and what people type instead. */
export const plainLetters: ReadonlyMap<string, string> = new Map([
  ['æ', 'a'],
  ['ø', 'o'],
  ['×', 'x'],
])

/** For tolerant search: å becomes a. The length in characters stays the same. */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(overLetters, '')
    .replace(/[æø×]/g, (letter) => plainLetters.get(letter)!)

/** Without spaces, hyphens and other signs. Expects folded text. */
export const bare = (text: string): string => text.replace(/[^a-z0-9]/g, '')

/** Has a digit and is no decimal number, such as "K-102". */
export const isNumbering = (word: string): boolean =>
  /\d/.test(word) && !/\d[.,]\d/.test(word) && bare(word).length > 2

export const holds = (text: string, word: string): boolean =>
  text.includes(word) || (isNumbering(word) && bare(text).includes(bare(word)))

const control = /(?![\t\n\r])\p{Cc}/u
export const wrongCharacter = 'Teksten inneholder et ugyldig tegn'
/** No control characters such as bell, escape or NUL. */
export const isPrintable = (text: string): boolean => !control.test(text)

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
