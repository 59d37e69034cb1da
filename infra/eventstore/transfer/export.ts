import type { EventStoreDBClient } from '@eventstore/db-client'
import { open } from 'node:fs/promises'
import type { Sum } from './entry.ts'
import { entriesIn, resumePoint } from './file.ts'
import { entriesOf, sumOf } from './source.ts'

export type Progress = (events: number) => void

const linesPerWrite = 500

/** Writes a log to a file, from where an earlier run left off, and then compares the two. */
export const exportEvents = async (
  client: EventStoreDBClient,
  path: string,
  progress: Progress = () => undefined,
): Promise<{ readonly store: Sum; readonly file: Sum }> => {
  const after = await resumePoint(path)
  const file = await open(path, 'a', 0o600)
  let last = after === null ? undefined : String(after)
  try {
    let lines: string[] = []
    let written = 0
    const flush = async () => {
      await file.appendFile(lines.join(''))
      progress((written += lines.length))
      lines = []
    }
    for await (const entry of entriesOf(client, after)) {
      lines.push(`${JSON.stringify(entry)}\n`)
      last = entry.position
      if (lines.length >= linesPerWrite) await flush()
    }
    await flush()
    await file.sync()
  } finally {
    await file.close()
  }
  const nothing = { events: 0, digest: '' }
  if (last === undefined) return { store: nothing, file: nothing }
  return { store: await sumOf(entriesOf(client), last), file: await sumOf(entriesIn(path)) }
}
