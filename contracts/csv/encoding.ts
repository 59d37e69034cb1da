import { UnreadableFile } from './problems.ts'

export const encodings = ['utf-8', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]
export type EncodingFound = { readonly encoding: Encoding; readonly mark: boolean }

const decoderFor = (encoding: Encoding) => new TextDecoder(encoding, { fatal: true })
const unassigned = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])
/** Of 0x80 to 0x9f in Windows-1252, what may stand between two letters: ’ – — and letters. */
const betweenLetters = new Set([0x8a, 0x8c, 0x8e, 0x92, 0x96, 0x97, 0x9a, 0x9c, 0x9e, 0x9f])
/** The second bytes of æ ø å Æ Ø Å in UTF-8, after 0xc3. */
const norwegianTails = new Set([0xa6, 0xb8, 0xa5, 0x86, 0x98, 0x85])

const isLetter = (byte: number) => (byte | 32) >= 97 && (byte | 32) <= 122

const startsWith = (bytes: Uint8Array, ...start: number[]) =>
  start.every((byte, index) => bytes[index] === byte)

const refuseOtherKinds = (start: Uint8Array) => {
  if (startsWith(start, 0x50, 0x4b, 3, 4))
    throw new UnreadableFile(
      'Dette er en Excel-arbeidsbok eller en zip-fil, ikke en CSV-fil. Velg «Lagre som» og CSV i Excel.',
    )
  if (startsWith(start, 0xff, 0xfe) || startsWith(start, 0xfe, 0xff))
    throw new UnreadableFile(
      'Filen er lagret som UTF-16 («Unicode-tekst»). Velg «CSV UTF-8» når du lagrer den.',
    )
}

/** What the bytes can be. Fed piece by piece; `end` throws UnreadableFile where they are neither. */
export const encodingSniffer = (chosen?: Encoding) => {
  const utf8 = decoderFor('utf-8')
  let isUtf8 = true
  let isWindows = true
  let looksLikeUtf8 = false
  let mark = false
  let bytesSeen = 0
  let line = 1
  let badLine = 0
  let before = 0
  /** Whether the byte before is a sign that stood right after a letter. */
  let signInWord = false

  const notWindows = () => {
    isWindows = false
    badLine ||= line
  }
  const inspect = (bytes: Uint8Array) => {
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i]!
      if (byte === 10) line++
      else if (byte < 32 && byte !== 9 && byte !== 13) {
        isWindows = false
        if (byte === 0)
          throw new UnreadableFile(`Filen er ikke tekst: den har et nulltegn på linje ${line}.`, {
            line,
          })
      } else if (byte > 127) {
        if (before === 0xc3 && norwegianTails.has(byte)) looksLikeUtf8 = true
        if (unassigned.has(byte)) notWindows()
      }
      if (signInWord && isLetter(byte)) notWindows()
      signInWord = byte > 127 && byte < 0xa0 && !betweenLetters.has(byte) && isLetter(before)
      before = byte
    }
  }

  const decodes = (bytes?: Uint8Array) => {
    if (!isUtf8) return
    try {
      utf8.decode(bytes, { stream: bytes !== undefined })
    } catch {
      // A byte that UTF-8 cannot have: so it is not UTF-8.
      isUtf8 = false
      badLine ||= line
    }
  }

  return {
    push(bytes: Uint8Array): void {
      if (bytesSeen === 0) {
        refuseOtherKinds(bytes)
        mark = startsWith(bytes, 0xef, 0xbb, 0xbf)
      }
      bytesSeen += bytes.length
      inspect(bytes)
      decodes(bytes)
    },
    end(): EncodingFound {
      decodes()
      if (bytesSeen === 0) throw new UnreadableFile('Filen er tom.')
      const at = { line: badLine || 1 }
      if (chosen === 'utf-8' && !isUtf8)
        throw new UnreadableFile(
          `Filen er ikke gyldig UTF-8 (linje ${at.line}). Velg «CSV UTF-8» når du lagrer den, eller Windows-1252 som tegnsett.`,
          at,
        )
      if (chosen === 'utf-8' || (isUtf8 && chosen === undefined)) return { encoding: 'utf-8', mark }
      if (!isWindows || (chosen === undefined && (mark || looksLikeUtf8)))
        throw new UnreadableFile(
          `Tegnsettet kan ikke gjenkjennes: filen er verken gyldig UTF-8 eller Windows-1252 (linje ${at.line}). Velg «CSV UTF-8» når du lagrer den.`,
          at,
        )
      return { encoding: 'windows-1252', mark: false }
    },
  }
}

/** The text of bytes in pieces, without a byte order mark. */
export const textDecoder = (encoding: Encoding) => {
  const decoder = decoderFor(encoding)
  return {
    push: (bytes: Uint8Array): string => decoder.decode(bytes, { stream: true }),
    end: (): string => decoder.decode(),
  }
}
