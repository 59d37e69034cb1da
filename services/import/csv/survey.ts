import { isUtf8 } from 'node:buffer'
import { createCodePageDetector } from './code-page-detection.ts'
import { createTextDecoder, type FileChunks } from './text-decoder.ts'

export const lineBreaksIn = (text: string) => text.split('\n').length - 1

const longestLine = 65_536
/** Chunks of whole lines, so that each byte has its neighbours. */
async function* inLines(chunks: FileChunks): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const bytes of chunks()) {
    const all = Buffer.concat([rest, bytes])
    const end = all.lastIndexOf(10) + 1 || (all.length > longestLine ? all.length : 0)
    if (end > 0) yield all.subarray(0, end)
    rest = all.subarray(end)
  }
  yield rest
}

/** æ ø å Æ Ø Å in UTF-8, read as Windows-1252. */
const norwegian = /Ã[¦¸¥†˜…]/
/** Tab, line breaks and the DOS end-of-file character. */
const mayStand = [9, 10, 13, 26]

const badLineIn = (bytes: Buffer): number => {
  const lines = bytes.toString('latin1').split('\n')
  return Math.max(
    0,
    lines.findIndex((one) => !isUtf8(Buffer.from(one, 'latin1'))),
  )
}

/** Collects statistics of the bytes, up to the first that no text contains. */
export const survey = async (chunks: FileChunks) => {
  const doubts = createCodePageDetector()
  const windows = createTextDecoder('windows-1252')
  const utf8 = createTextDecoder('utf-8')
  const seen = { doubts, isText: true, looksLikeUtf8: false, badLine: 0 }
  let line = 1
  const check = (bytes: Buffer, read: () => unknown) => {
    if (seen.badLine > 0) return
    try {
      read()
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      seen.badLine = line + badLineIn(bytes)
    }
  }
  for await (const bytes of inLines(chunks)) {
    const text = windows.push(bytes)
    const nothing = text.indexOf('\0')
    if (nothing >= 0)
      return { ...seen, isUtf8: false, nullLine: line + lineBreaksIn(text.slice(0, nothing)) }
    check(bytes, () => utf8.push(bytes))
    seen.isText &&= !bytes.some((byte) => byte < 32 && !mayStand.includes(byte))
    seen.looksLikeUtf8 ||= norwegian.test(text)
    doubts.see(bytes, text, line)
    line += lineBreaksIn(text)
  }
  check(Buffer.alloc(0), utf8.end)
  return { ...seen, isUtf8: seen.badLine === 0, nullLine: null }
}
