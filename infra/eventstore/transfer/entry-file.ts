import { createReadStream, existsSync } from 'node:fs'
import { truncate } from 'node:fs/promises'
import type { Entry } from './entry.ts'

/** With their ends, so that a last one that was cut off shows. Node's readline also ends one at U+2028. */
async function* linesIn(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = `${rest}${chunk}`.split(/(?<=\n)/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/** The events of a file, one a line. */
export async function* entriesIn(path: string): AsyncGenerator<Entry> {
  let line = 0
  for await (const text of linesIn(path)) {
    line++
    if (text.trim() !== '') yield parse(text, line, path)
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
  let size = 0
  let last: string | undefined
  for await (const line of linesIn(path)) {
    if (!line.endsWith('\n')) break
    size += Buffer.byteLength(line)
    last = line
  }
  await truncate(path, size)
  return last === undefined ? null : BigInt((JSON.parse(last) as Entry).position)
}
