import {
  chooseEncoding,
  unknownEncoding,
  encodingNames,
  type Encoding,
} from '#contracts/csv/options.ts'
import { createTextDecoder } from './text-decoder.ts'

// Three bytes, the middle one beyond ASCII, read as Windows-1252.
const usual = /^[A-Za-z][æøåäöüéèàçñòóôíú][A-Za-z]|^[^a-z][ÆØÅÄÖÜÉ][A-Za-z]/
/** Typical bytes of Mac and DOS files, which are implausible in Windows-1252. */
const odd = new RegExp(
  [
    // Never next to a letter in Norwegian
    '.[¯¡¿]',
    'L[†‡›ƒˆ¬¦¨¶¸]|.[†‡›ƒˆ¬¦¨¶¸]L',
    'L[€‚„…‰‹‘“”•˜¢£¤¥§«±²³¹º»]L',
    '[a-z][ŠŒŽŸÀÁÂÃÇÈÊËÌÍÎÏÐÑÒÓÔÕÙÚÛÝÞ]',
    // "TR™NA", "®rfugl", "N¾rhet"; not "Teflon™belegg", "Teflon®belegg", "G¾"
    '[A-Z]™[A-Z]|[^a-z]®[A-Za-z]|[a-z]¾|L¾[a-z]',
    // A Mac dash and space; "80 øC", "nø 3" and "mý" are a DOS degree sign and square
    '[^A-Za-z]Ð[^A-Za-z]|\\dÊ\\d',
    '[^A-Za-z]øC|[nN]ø[^A-Za-z]|mý[^A-Za-z]',
  ]
    .map((forms) => `^(?:${forms.replaceAll('L', '[A-Za-z\\u0080-\\uffff]')})`)
    .join('|'),
  's',
)
const clearly = 10
const unassigned = /[\u0081\u008d\u008f\u0090\u009d]/
const notWindows = new Set<Encoding>(['macintosh', 'cp865', 'cp850'])
const either = new Intl.ListFormat('nb', { type: 'disjunction' })

const longest = 24
const wordAt = (bytes: Uint8Array, text: string, at: number): Uint8Array => {
  const before = /[^\t\n\r",;|]*$/.exec(text.slice(Math.max(0, at - longest), at))![0]
  const after = /^[^\t\n\r",;|]*/.exec(text.slice(at, at + longest))![0]
  return bytes.slice(at - before.length, at + after.length)
}

type Seen = { readonly line: number; readonly word: Uint8Array }
type Question = { readonly line: number; readonly message: string }

const readAs = ({ word }: Seen, encoding: Encoding) =>
  `«${createTextDecoder(encoding).push(word).trim()}»`

const notThat = (seen: Seen, chosen: Encoding): Question => ({
  line: seen.line,
  message: `Filen er ikke ${encodingNames[chosen]}: linje ${seen.line} ville blitt lest ${readAs(seen, chosen)}. Velg et annet tegnsett.`,
})

const whichOf = (seen: Seen, candidates: readonly Encoding[]): Question => {
  const readings = candidates.map(
    (encoding) => `${readAs(seen, encoding)} som ${encodingNames[encoding]}`,
  )
  return {
    line: seen.line,
    message: `${unknownEncoding}. Linje ${seen.line} leses ${either.format(readings)}. ${chooseEncoding}`,
  }
}

/** All bytes are valid in Windows-1252, Mac and DOS encodings, so the neighbours of letters in all lines decide. */
export const createCodePageDetector = () => {
  let usualCount = 0
  let oddCount = 0
  let impossible = false
  let firstOdd: Seen | undefined
  let firstUsual: Seen | undefined

  const isClearlyWindows = () => usualCount > clearly * Math.max(1, oddCount)
  const isImpossible = () => impossible && usualCount <= oddCount

  return {
    see: (bytes: Uint8Array, text: string, line: number): void => {
      const padded = `\0${text}\0`
      const seenAt = (at: number): Seen => ({
        line: line + text.slice(0, at).split('\n').length - 1,
        word: wordAt(bytes, text, at),
      })
      for (const { index: at, 0: sign } of text.matchAll(/[\u0080-\uffff]/g)) {
        const around = padded.slice(at, at + 3)
        if (usual.test(around)) {
          usualCount++
          firstUsual ??= seenAt(at)
        }
        const isUnassigned = unassigned.test(sign)
        impossible ||= isUnassigned
        if (!isUnassigned && !odd.test(around)) continue
        oddCount++
        firstOdd ??= seenAt(at)
      }
    },
    isImpossible,
    wrongChoice: (chosen: Encoding | undefined): Question | null => {
      if (!chosen || !notWindows.has(chosen) || !firstUsual || !isClearlyWindows()) return null
      return notThat(firstUsual, chosen)
    },
    question: (): Question | null => {
      if (!firstOdd || (impossible ? isClearlyWindows() : usualCount > oddCount)) return null
      const others: readonly Encoding[] = ['macintosh', 'cp865']
      return whichOf(firstOdd, isImpossible() ? others : ['windows-1252', ...others])
    },
  }
}
