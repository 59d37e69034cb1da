import { unknownEncoding, type Encoding } from '#contracts/csv/options.ts'
import { adviceFor, fileKind, fileKindBytes } from '#contracts/csv/file-kinds.ts'
import { refuseFile, UnreadableFile } from './row.ts'
import { lineBreaksIn, survey } from './survey.ts'
import { startOf, texts, type FileChunks } from './text-decoder.ts'

type EncodingFound = { readonly encoding: Encoding; readonly mark: boolean }

const startsWith = (bytes: Uint8Array, ...start: number[]) =>
  start.every((byte, index) => bytes[index] === byte)

/** Detects UTF-16 by its byte order mark or a zero byte in the first character, which no other text has. */
const utf16In = (start: Uint8Array): EncodingFound | null => {
  if (startsWith(start, 0xff, 0xfe)) return { encoding: 'utf-16le', mark: true }
  if (startsWith(start, 0xfe, 0xff)) return { encoding: 'utf-16be', mark: true }
  if (start[0] !== 0 && start[1] === 0) return { encoding: 'utf-16le', mark: false }
  return start[0] === 0 && start[1] !== 0 ? { encoding: 'utf-16be', mark: false } : null
}

const noText = (line: number, advice = '') =>
  new UnreadableFile(`Filen er ikke tekst: den har et nulltegn på linje ${line}.${advice}`, {
    line,
  })

const checkUtf16 = async (chunks: FileChunks, encoding: Encoding): Promise<void> => {
  let line = 1
  try {
    for await (const text of texts(chunks, encoding)) {
      const nothing = text.indexOf('\0')
      if (nothing >= 0) throw noText(line + lineBreaksIn(text.slice(0, nothing)))
      line += lineBreaksIn(text)
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UnreadableFile('Filen er ikke gyldig UTF-16. Velg «CSV UTF-8» når du lagrer den.')
  }
}

const narrowIn = async (
  chunks: FileChunks,
  chosen: Encoding | undefined,
  mark: boolean,
): Promise<EncodingFound> => {
  const { isUtf8: isValid, badLine, nullLine, isText, looksLikeUtf8, doubts } = await survey(chunks)
  if (nullLine !== null) throw noText(nullLine)
  if (chosen === 'utf-8' && !isValid)
    refuseFile(
      `Filen er ikke gyldig UTF-8 (linje ${badLine}). Velg «CSV UTF-8» når du lagrer den, eller et annet tegnsett.`,
      { line: badLine },
    )
  if (chosen === 'utf-8' || (isValid && chosen === undefined)) return { encoding: 'utf-8', mark }
  const question = doubts.question()
  if (chosen === 'windows-1252' && doubts.isImpossible())
    refuseFile('Filen er ikke Windows-1252. Velg et annet tegnsett.', {
      line: question?.line ?? badLine,
    })
  const wrong = doubts.wrongChoice(chosen)
  if (wrong) refuseFile(wrong.message, { line: wrong.line })
  if (chosen !== undefined) return { encoding: chosen, mark: false }
  if (!isText || mark || looksLikeUtf8)
    refuseFile(
      `${unknownEncoding}: filen er verken gyldig UTF-8 eller Windows-1252 (linje ${badLine}). Velg «CSV UTF-8» når du lagrer den.`,
      { line: badLine },
    )
  if (question) refuseFile(question.message, { line: question.line })
  return { encoding: 'windows-1252', mark: false }
}

/** Throws UnreadableFile if the encoding cannot be determined. */
export const detectEncoding = async (
  chunks: FileChunks,
  chosen: Encoding | undefined,
): Promise<EncodingFound> => {
  const start = await startOf(chunks, fileKindBytes)
  if (start.length === 0) refuseFile('Filen er tom.')
  const advice = adviceFor[fileKind(start)]
  if (advice) refuseFile(advice)
  const wide = utf16In(start)
  if (chosen === 'utf-16le' || chosen === 'utf-16be' || (wide && chosen === undefined)) {
    const encoding = chosen ?? wide!.encoding
    await checkUtf16(chunks, encoding)
    return { encoding, mark: wide?.encoding === encoding && wide.mark }
  }
  if (wide) throw noText(1, ' Den er lagret som UTF-16: velg det som tegnsett.')
  return narrowIn(chunks, chosen, startsWith(start, 0xef, 0xbb, 0xbf))
}
