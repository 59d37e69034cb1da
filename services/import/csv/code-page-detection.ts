import { encodingAsked, encodingNames, type Encoding } from '#contracts/csv/encodings.ts'
import { createTextDecoder } from './text-decoder.ts'

const isLower = (byte: number) => byte >= 97 && byte <= 122
const isUpper = (byte: number) => byte >= 65 && byte <= 90
const isLetter = (byte: number) => isLower(byte | 32)
/** Beyond ASCII, a letter in one character set is a sign in another. */
const mayBeLetter = (byte: number) => isLetter(byte) || byte > 127
const isDigit = (byte: number) => byte >= 48 && byte <= 57

// All named as Windows-1252 has them.
/** æ ø å ä ö ü é è à ç ñ ò ó ô í ú */
const lowerLetters = new Set([
  0xe6, 0xf8, 0xe5, 0xe4, 0xf6, 0xfc, 0xe9, 0xe8, 0xe0, 0xe7, 0xf1, 0xf2, 0xf3, 0xf4, 0xed, 0xfa,
])
/** Æ Ø Å Ä Ö Ü É */
const upperLetters = new Set([0xc6, 0xd8, 0xc5, 0xc4, 0xd6, 0xdc, 0xc9])
/** † ‡ › ƒ ˆ ¬ ¦ ¨ ¶ ¸: never next to a letter */
const apart = new Set([0x86, 0x87, 0x9b, 0x83, 0x88, 0xac, 0xa6, 0xa8, 0xb6, 0xb8])
/** ¯ ¡ ¿: nowhere in Norwegian */
const foreign = new Set([0xaf, 0xa1, 0xbf])
/** ’ – — ™ œ ž Ÿ and capitals, nbsp © ª soft hyphen ® ° ´ µ · ¼ ½ ¾: may stand between two letters */
const between = new Set([
  0x92, 0x96, 0x97, 0x99, 0x9c, 0x9e, 0x9f, 0x8a, 0x8c, 0x8e, 0xa0, 0xa9, 0xaa, 0xad, 0xae, 0xb0,
  0xb4, 0xb5, 0xb7, 0xbc, 0xbd, 0xbe,
])
const isSign = (byte: number) => byte >= 0x80 && byte < 0xc0
/** Š Œ Ž Ÿ À to Þ, but × */
const isForeignUpper = (byte: number) =>
  byte === 0x8a ||
  byte === 0x8c ||
  byte === 0x8e ||
  byte === 0x9f ||
  (byte >= 0xc0 && byte <= 0xde && byte !== 0xd7 && !upperLetters.has(byte))

/** What is the same bytes in a file from a Mac, or from DOS, and would be odd in one from Windows. */
const isOdd = (before: number, byte: number, after: number): boolean => {
  const inWord = mayBeLetter(before) && mayBeLetter(after)
  if (foreign.has(byte)) return true
  if (apart.has(byte)) return mayBeLetter(before) || mayBeLetter(after)
  if (isForeignUpper(byte) && isLower(before)) return true
  // "TR™NA", "®rfugl", "N¾rhet"; not "Teflon™belegg", "Teflon®belegg", "G¾"
  if (byte === 0x99) return isUpper(before) && isUpper(after)
  if (byte === 0xae) return isLetter(after) && !isLower(before)
  if (byte === 0xbe) return isLower(before) || (inWord && isLower(after))
  // A dash and a space of a Mac; "80 øC", "nø 3" and "mý" for the degree and the square of DOS
  if (byte === 0xd0) return !isLetter(before) && !isLetter(after)
  if (byte === 0xca) return isDigit(before) && isDigit(after)
  if (byte === 0xf8)
    return (!isLetter(before) && after === 67) || ((before | 32) === 110 && !isLetter(after))
  if (byte === 0xfd) return before === 109 && !isLetter(after)
  return inWord && isSign(byte) && !between.has(byte)
}

const isUsual = (before: number, byte: number, after: number): boolean =>
  (lowerLetters.has(byte) && isLetter(before) && isLetter(after)) ||
  (upperLetters.has(byte) && isLetter(after) && !isLower(before))

/** Of so many letters of Windows to each sign that is odd there, the odd ones are strays. */
const clearly = 10

const either = new Intl.ListFormat('nb', { type: 'disjunction' })

const unassigned = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])
const notWindows = new Set<Encoding>(['macintosh', 'cp865', 'cp850'])
/** What ends a word for the eye: separators, quotes, line breaks. */
const ends = new Set([9, 10, 13, 34, 44, 59, 124])
const longest = 24

const wordAt = (bytes: Uint8Array, at: number): Uint8Array => {
  let from = at
  while (from > 0 && at - from < longest && !ends.has(bytes[from - 1]!)) from--
  let to = at + 1
  while (to < bytes.length && to - at < longest && !ends.has(bytes[to]!)) to++
  return bytes.slice(from, to)
}

type Seen = { readonly line: number; readonly word: Uint8Array }
type Question = { readonly line: number; readonly message: string }

/**
 * Whether bytes beyond ASCII are Windows-1252, which is told over all lines by what stands next to letters: any bytes
 * at all can be read as that, or as what a Mac or DOS wrote, and only one of them is Norwegian.
 */
export const createCodePageDetector = () => {
  let usual = 0
  let odd = 0
  let impossible = false
  let first: Seen | undefined
  let firstUsual: Seen | undefined

  const isClearlyWindows = () => usual > clearly * Math.max(1, odd)
  const isImpossible = () => impossible && usual <= odd
  const readAs = ({ word }: Seen, encoding: Encoding) =>
    `«${createTextDecoder(encoding).push(word).trim()}»`

  return {
    /** A byte beyond ASCII. */
    see: (bytes: Uint8Array, at: number, line: number): void => {
      const byte = bytes[at]!
      const before = bytes[at - 1] ?? 0
      const after = bytes[at + 1] ?? 0
      if (isUsual(before, byte, after)) {
        usual++
        firstUsual ??= { line, word: wordAt(bytes, at) }
      }
      const isImpossible = unassigned.has(byte)
      impossible ||= isImpossible
      if (!isImpossible && !isOdd(before, byte, after)) return
      odd++
      first ??= { line, word: wordAt(bytes, at) }
    },
    /** Whether it cannot be Windows-1252, whoever says so. */
    isImpossible,
    /** Why it cannot be what somebody chose; null where it can. */
    wrongChoice: (chosen: Encoding | undefined): Question | null => {
      if (!chosen || !notWindows.has(chosen) || !firstUsual || !isClearlyWindows()) return null
      const word = readAs(firstUsual, chosen)
      const { line } = firstUsual
      return {
        line,
        message: `Filen er ikke ${encodingNames[chosen]}: linje ${line} ville blitt lest ${word}. Velg et annet tegnsett.`,
      }
    },
    /** What a person is to choose between; null where it is Windows-1252. */
    question: (): Question | null => {
      if (!first || (impossible ? isClearlyWindows() : usual > odd)) return null
      const seen = first
      const { line } = seen
      const candidates: readonly Encoding[] = isImpossible()
        ? ['macintosh', 'cp865']
        : ['windows-1252', 'macintosh', 'cp865']
      const readings = candidates.map(
        (encoding) => `${readAs(seen, encoding)} som ${encodingNames[encoding]}`,
      )
      return {
        line,
        message: `${encodingAsked}. Linje ${line} leses ${either.format(readings)}. Velg det som er riktig som tegnsett, eller lagre filen som «CSV UTF-8».`,
      }
    },
  }
}
