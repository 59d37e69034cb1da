import iconv from 'iconv-lite'
import type { Encoding } from '#contracts/csv/options.ts'

export type FileChunks = () => AsyncIterable<Uint8Array>

type Decoder = {
  readonly push: (bytes: Uint8Array) => string
  readonly end: () => string
}

/** Decodes chunks and drops the byte order mark. Throws TypeError for invalid bytes. */
export const createTextDecoder = (encoding: Encoding): Decoder => {
  if (encoding === 'cp850' || encoding === 'cp865') {
    const decoder = iconv.getDecoder(encoding)
    return {
      push: (bytes) => decoder.write(Buffer.from(bytes)),
      end: () => decoder.end() ?? '',
    }
  }
  const decoder = new TextDecoder(encoding, { fatal: true })
  return {
    push: (bytes) => decoder.decode(bytes, { stream: true }),
    end: () => decoder.decode(),
  }
}

export async function* texts(chunks: FileChunks, encoding: Encoding): AsyncGenerator<string> {
  const decoder = createTextDecoder(encoding)
  for await (const bytes of chunks()) yield decoder.push(bytes)
  yield decoder.end()
}

export const startOf = async (chunks: FileChunks, length: number): Promise<Buffer> => {
  let start = Buffer.alloc(0)
  for await (const bytes of chunks()) {
    start = Buffer.concat([start, bytes])
    if (start.length >= length) break
  }
  return start
}
