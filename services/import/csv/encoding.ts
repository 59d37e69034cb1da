import { encodingAsked, type Encoding } from '#contracts/csv/encodings.ts'
import { UnreadableFile } from './problems.ts'
import { firstBadLine, noText, createTextChecker } from './text-decoder.ts'
import { createCodePageDetector } from './code-page-detection.ts'
import { isWorkbook, workbookAdvice } from '#contracts/csv/file-kinds.ts'

export type EncodingFound = { readonly encoding: Encoding; readonly mark: boolean }

/** The second bytes of æ ø å Æ Ø Å in UTF-8, after 0xc3. */
const norwegianTails = new Set([0xa6, 0xb8, 0xa5, 0x86, 0x98, 0x85])
/** What ends a file from DOS. */
const endOfFile = 0x1a

const startsWith = (bytes: Uint8Array, ...start: number[]) =>
  start.every((byte, index) => bytes[index] === byte)

const refuseOtherKinds = (start: Uint8Array) => {
  if (isWorkbook(start)) throw new UnreadableFile(workbookAdvice)
}

/** UTF-16, by its mark or by the nothing beside the first character: no other text has that. */
const utf16In = (start: Uint8Array): EncodingFound | null => {
  if (startsWith(start, 0xff, 0xfe)) return { encoding: 'utf-16le', mark: true }
  if (startsWith(start, 0xfe, 0xff)) return { encoding: 'utf-16be', mark: true }
  if (start[0] !== 0 && start[1] === 0) return { encoding: 'utf-16le', mark: false }
  return start[0] === 0 && start[1] !== 0 ? { encoding: 'utf-16be', mark: false } : null
}

const longestLine = 65_536
/** Hands chunks on line by line, so that each byte is seen with those next to it. */
const inLines = (inspect: (bytes: Uint8Array) => void) => {
  let rest = new Uint8Array()
  return {
    push: (bytes: Uint8Array): void => {
      const whole = new Uint8Array(rest.length + bytes.length)
      whole.set(rest)
      whole.set(bytes, rest.length)
      const cut = whole.length > longestLine ? whole.length : 0
      const ended = whole.lastIndexOf(10) + 1 || cut
      if (ended > 0) inspect(whole.subarray(0, ended))
      rest = whole.subarray(ended)
    },
    end: (): void => inspect(rest),
  }
}

/** What the bytes can be. Fed piece by piece; `end` throws UnreadableFile where nobody can tell. */
export const createEncodingDetector = (chosen?: Encoding) => {
  const doubts = createCodePageDetector()
  let found: EncodingFound | null = null
  let text = createTextChecker('utf-8')
  let isText = true
  let looksLikeUtf8 = false
  let mark = false
  let bytesSeen = 0
  let line = 1
  /** The first line that is no UTF-8. */
  let badLine = 0
  let before = 0

  const inspect = (bytes: Uint8Array) => {
    if (!text.push(bytes)) badLine ||= line + firstBadLine(bytes)
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i]!
      if (byte === 10) line++
      else if (byte > 127) {
        if (before === 0xc3 && norwegianTails.has(byte)) looksLikeUtf8 = true
        doubts.see(bytes, i, line)
      } else if (byte < 32 && byte !== 9 && byte !== 13 && byte !== endOfFile) {
        if (byte === 0) throw noText(line)
        isText = false
      }
      before = byte
    }
  }

  const lines = inLines(inspect)

  const begin = (start: Uint8Array) => {
    refuseOtherKinds(start)
    mark = startsWith(start, 0xef, 0xbb, 0xbf)
    const wide = utf16In(start)
    if (chosen === 'utf-16le' || chosen === 'utf-16be')
      found = { encoding: chosen, mark: wide?.encoding === chosen && wide.mark }
    else if (wide && chosen !== undefined)
      throw noText(1, ' Den er lagret som UTF-16: velg det som tegnsett.')
    else found = wide
    if (found) text = createTextChecker(found.encoding)
  }
  const refuse = (message: string, at = badLine || line): never => {
    throw new UnreadableFile(message, { line: at })
  }

  return {
    push(bytes: Uint8Array): void {
      if (bytesSeen === 0) begin(bytes)
      bytesSeen += bytes.length
      if (found) text.push(bytes)
      else lines.push(bytes)
    },
    end(): EncodingFound {
      if (!found) lines.end()
      const isValid = text.end()
      if (bytesSeen === 0) throw new UnreadableFile('Filen er tom.')
      if (found && !isValid)
        refuse('Filen er ikke gyldig UTF-16. Velg «CSV UTF-8» når du lagrer den.')
      if (found) return found
      const at = badLine || line
      if (chosen === 'utf-8' && !isValid)
        refuse(
          `Filen er ikke gyldig UTF-8 (linje ${at}). Velg «CSV UTF-8» når du lagrer den, eller et annet tegnsett.`,
        )
      if (chosen === 'utf-8' || (isValid && chosen === undefined))
        return { encoding: 'utf-8', mark }
      const question = doubts.question()
      if (chosen === 'windows-1252' && doubts.isImpossible())
        refuse('Filen er ikke Windows-1252. Velg et annet tegnsett.', question?.line)
      const wrong = doubts.wrongChoice(chosen)
      if (wrong) refuse(wrong.message, wrong.line)
      if (chosen !== undefined) return { encoding: chosen, mark: false }
      if (!isText || mark || looksLikeUtf8)
        refuse(
          `${encodingAsked}: filen er verken gyldig UTF-8 eller Windows-1252 (linje ${at}). Velg «CSV UTF-8» når du lagrer den.`,
        )
      if (question) refuse(question.message, question.line)
      return { encoding: 'windows-1252', mark: false }
    },
  }
}
