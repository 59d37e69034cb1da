import iconv from 'iconv-lite'
import type { Encoding } from '#contracts/csv/encodings.ts'
import { UnreadableFile } from './problems.ts'

type Decoder = {
  readonly push: (bytes: Uint8Array) => string
  readonly end: () => string
}

/** What DOS wrote, which TextDecoder does not know. */
const createCodePageDecoder = (encoding: Encoding): Decoder => {
  const decoder = iconv.getDecoder(encoding)
  return {
    push: (bytes) => decoder.write(Buffer.from(bytes)),
    end: () => decoder.end() ?? '',
  }
}

/** The text of bytes in chunks, without a byte order mark. Throws TypeError where they are no such text. */
export const createTextDecoder = (encoding: Encoding): Decoder => {
  if (encoding === 'cp850' || encoding === 'cp865') return createCodePageDecoder(encoding)
  const decoder = new TextDecoder(encoding, { fatal: true })
  return {
    push: (bytes) => decoder.decode(bytes, { stream: true }),
    end: () => decoder.decode(),
  }
}

export const noText = (line: number, advice = '') =>
  new UnreadableFile(`Filen er ikke tekst: den har et nulltegn på linje ${line}.${advice}`, {
    line,
  })

const linesIn = (text: string) => text.split('\n').length - 1

/** Whether chunks are text in an encoding. Throws UnreadableFile at a null character, which none has. */
export const createTextChecker = (encoding: Encoding) => {
  const decoder = createTextDecoder(encoding)
  let isValid = true
  let line = 1
  const check = (read: () => string) => {
    if (!isValid) return
    let text: string
    try {
      text = read()
    } catch {
      // What such a text cannot have: so it is none.
      isValid = false
      return
    }
    if (encoding === 'utf-8') return
    const nothing = text.indexOf('\u0000')
    if (nothing >= 0) throw noText(line + linesIn(text.slice(0, nothing)))
    line += linesIn(text)
  }
  return {
    /** Whether it has been text so far. */
    push: (bytes: Uint8Array): boolean => {
      check(() => decoder.push(bytes))
      return isValid
    },
    end: (): boolean => {
      check(() => decoder.end())
      return isValid
    },
  }
}

/** Which of whole lines is the first that is no UTF-8. */
export const firstBadLine = (bytes: Uint8Array): number => {
  let from = 0
  for (let at = 0; from < bytes.length; at++) {
    const to = bytes.indexOf(10, from) + 1 || bytes.length
    if (!createTextChecker('utf-8').push(bytes.subarray(from, to))) return at
    from = to
  }
  return 0
}
