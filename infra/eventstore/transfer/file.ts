import { createReadStream, existsSync } from 'node:fs'
import { truncate } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Entry } from './entry.ts'

/** The whole lines of a file, one event each. */
export async function* entriesIn(path: string): AsyncGenerator<Entry> {
  let line = 0
  for await (const text of createInterface({
    input: createReadStream(path),
    crlfDelay: Infinity,
  })) {
    line++
    if (text === '') continue
    yield parse(text, line, path)
  }
}

const parse = (text: string, line: number, path: string): Entry => {
  try {
    return JSON.parse(text) as Entry
  } catch (cause) {
    throw new Error(`Linje ${line} i ${path} er ikke en hendelse.`, { cause })
  }
}

/** Cuts off a last line that was not written to its end, and gives the position of the one before. */
export const resumePoint = async (path: string): Promise<bigint | null> => {
  if (!existsSync(path)) return null
  let whole = 0
  let last: Buffer | null = null
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk])
    const end = bytes.lastIndexOf('\n')
    if (end >= 0) {
      const lines = bytes.subarray(0, end)
      last = lines.subarray(lines.lastIndexOf('\n') + 1)
      whole += end + 1
    }
    rest = bytes.subarray(end + 1)
  }
  if (rest.length > 0) await truncate(path, whole)
  return last ? BigInt((JSON.parse(last.toString('utf8')) as Entry).position) : null
}
