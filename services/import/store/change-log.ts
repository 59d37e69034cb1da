import { createReadStream } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'
import type { PlannedChange } from '#contracts/csv/answer.ts'

const flushAt = 500

/** Every field that a dry run would change, a line each, where the answer has only the first. */
export const createChangeLog = async (path: string) => {
  await writeFile(path, '')
  let waiting: string[] = []
  const flush = async (): Promise<void> => {
    const lines = waiting
    waiting = []
    if (lines.length > 0) await appendFile(path, lines.join(''))
  }
  return {
    add: async (changes: readonly PlannedChange[]): Promise<void> => {
      waiting.push(...changes.map((change) => `${JSON.stringify(change)}\n`))
      if (waiting.length >= flushAt) await flush()
    },
    close: flush,
  }
}

export type ChangeLog = Awaited<ReturnType<typeof createChangeLog>>

const lineFeed = 10

async function* linesFrom(path: string, start: number): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const bytes of createReadStream(path, { start }) as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, bytes])
    for (let end = rest.indexOf(lineFeed); end >= 0; end = rest.indexOf(lineFeed)) {
      yield rest.subarray(0, end)
      rest = rest.subarray(end + 1)
    }
  }
}

/** A page of them. `after` is where the one before ended; null where that is no end of a line. */
export const readChanges = async (path: string, after: number, limit: number) => {
  const changes: PlannedChange[] = []
  let next = after
  // With the end of the line before, by which a place is known to be one.
  let isFirst = after > 0
  for await (const line of linesFrom(path, Math.max(0, after - 1))) {
    if (isFirst && line.length > 0) return null
    if (!isFirst && changes.length === limit) return { changes, next }
    if (!isFirst) {
      changes.push(JSON.parse(line.toString()) as PlannedChange)
      next += line.length + 1
    }
    isFirst = false
  }
  return isFirst ? null : { changes, next: null }
}
