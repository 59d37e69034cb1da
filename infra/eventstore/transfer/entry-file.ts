import { createReadStream, existsSync } from 'node:fs'
import { truncate } from 'node:fs/promises'
import { linesOf } from '../lines.ts'
import type { Entry } from './entry.ts'

const linesIn = (path: string) => linesOf(createReadStream(path, 'utf8'))

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

/** Removes a truncated last line. */
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
