import { createReadStream } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import type { PlannedChange } from '#contracts/csv/answer.ts'

/** Every field that a dry run would change, a line each, where the answer has only the first. */
export const appendChanges = (path: string, changes: readonly PlannedChange[]): Promise<void> =>
  appendFile(path, changes.map((change) => `${JSON.stringify(change)}\n`).join(''))

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
