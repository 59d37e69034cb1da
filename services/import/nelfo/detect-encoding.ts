import { UnreadableFile } from '../csv/problems.ts'
import type { FileChunks } from '../csv/scan.ts'
import { createCodePageDetector } from '../csv/code-page-detection.ts'

const isL = (byte: number) => byte === 76 || byte === 108
const isVOrP = (byte: number) => byte === 86 || byte === 118 || byte === 80 || byte === 112

/**
 * What the bytes are, and how many articles they have at most: as often as they say VL or PL. All that decides a price is ASCII: bytes that
 * belong to some older character set spoil a name, and are no reason to refuse the file.
 */
export const detectEncoding = async (chunks: FileChunks) => {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  const doubts = createCodePageDetector()
  let articles = 0
  let line = 1
  let before = 0
  const decodes = (bytes?: Uint8Array) => {
    try {
      utf8.decode(bytes, { stream: bytes !== undefined })
    } catch {
      // A byte that UTF-8 cannot have: so it is not UTF-8.
      isUtf8 = false
    }
  }
  for await (const bytes of chunks()) {
    if (isUtf8) decodes(bytes)
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]!
      if (byte === 10) line++
      if (byte > 127) doubts.see(bytes, at, line)
      if (isL(byte) && isVOrP(before)) articles++
      if (byte === 0) throw new UnreadableFile('Filen er ikke tekst: den har et nulltegn.')
      before = byte
    }
  }
  if (isUtf8) decodes()
  return {
    encoding: isUtf8 ? ('utf-8' as const) : ('windows-1252' as const),
    /** What is to be asked before its texts are used. */
    question: isUtf8 ? null : doubts.question(),
    /** Why it cannot be what somebody chose. */
    wrongChoice: isUtf8 ? () => null : doubts.wrongChoice,
    articles,
  }
}
