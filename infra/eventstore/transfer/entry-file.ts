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

const texts = ['stream', 'revision', 'id', 'type', 'writtenAt', 'position'] as const

const entryIn = (text: string): Entry | null => {
  try {
    const entry = JSON.parse(text) as Entry
    return texts.every((name) => typeof entry[name] === 'string') ? entry : null
  } catch {
    return null
  }
}

const parse = (text: string, line: number, path: string): Entry => {
  const entry = entryIn(text)
  if (!entry) throw new Error(`Linje ${line} i ${path} er ikke en hendelse.`)
  return entry
}

/** As the first line of an export that was interrupted begins. */
const beginning = '{"stream":"'

/** Removes a truncated last line. */
export const resumePoint = async (path: string): Promise<bigint | null> => {
  if (!existsSync(path)) return null
  let size = 0
  let lines = 0
  let last: string | undefined
  for await (const line of linesIn(path)) {
    if (!line.startsWith(beginning.slice(0, line.length)))
      throw new Error(`${path} er ingen eksport som kan fortsette. Velg en fil som ikke finnes.`)
    if (!line.endsWith('\n')) break
    size += Buffer.byteLength(line)
    last = line
    lines++
  }
  const position = last === undefined ? null : BigInt(parse(last, lines, path).position)
  await truncate(path, size)
  return position
}
