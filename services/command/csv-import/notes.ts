import { open } from 'node:fs/promises'
import type { ChangedPrice } from '#contracts/csv/answer.ts'
import type { Problem } from '#contracts/csv/problems.ts'
import type { NotedBefore } from './before.ts'
import type { MadeReference } from './job.ts'

/** What the account tells of a row besides what became of it, and what taking it back needs. */
export type Note = {
  readonly warnings: readonly Problem[]
  readonly prices: readonly ChangedPrice[]
  readonly before?: NotedBefore
}

type Line = (Note & { readonly row: number }) | { readonly made: MadeReference }

/**
 * What a crash would make an account forget, and the past of what was changed. A note is written before its row is done, so that whatever
 * has been done after a crash has its note too; where each is, is kept in memory, 12 bytes a row.
 */
export type Notes = {
  readonly add: (row: number, note: Note) => Promise<void>
  readonly made: (made: MadeReference) => Promise<void>
  readonly get: (row: number) => Promise<Note | null>
  /** What was made before a crash. */
  readonly before: readonly MadeReference[]
  readonly close: () => Promise<void>
}

const newline = 10

/** What a power cut spoilt is as one that is missing: the record's history tells. */
const lineIn = (text: string): Line | null => {
  try {
    return JSON.parse(text) as Line
  } catch {
    return null
  }
}

export const openNotes = async (path: string, rows: number): Promise<Notes> => {
  const file = await open(path, 'a+')
  const starts = new Float64Array(rows)
  const lengths = new Uint32Array(rows)
  const before: MadeReference[] = []
  let end = 0

  const place = (line: Line | null, length: number) => {
    if (line && 'row' in line) {
      starts[line.row] = end
      lengths[line.row] = length
    }
    end += length
  }
  const load = async () => {
    let rest = Buffer.alloc(0)
    for await (const piece of file.createReadStream({ start: 0, autoClose: false })) {
      rest = Buffer.concat([rest, piece as Buffer])
      let from = 0
      for (let to = rest.indexOf(newline); to >= 0; to = rest.indexOf(newline, from)) {
        const line = lineIn(rest.toString('utf8', from, to))
        if (line && 'made' in line) before.push(line.made)
        place(line, to + 1 - from)
        from = to + 1
      }
      rest = rest.subarray(from)
    }
    // A line that was cut off belongs to nothing that was done.
    await file.truncate(end)
  }
  await load()

  let waiting: Line[] = []
  let written = Promise.resolve()
  let next: Promise<void> | undefined
  const write = async () => {
    next = undefined
    const lines = waiting.map((line) => ({ line, text: `${JSON.stringify(line)}\n` }))
    waiting = []
    await file.appendFile(lines.map(({ text }) => text).join(''))
    for (const { line, text } of lines) place(line, Buffer.byteLength(text))
  }
  /** Those that come while one write is under way share the next. */
  const put = (line: Line): Promise<void> => {
    waiting.push(line)
    next ??= written = written.then(write)
    return next
  }

  return {
    add: (row, note) => put({ row, ...note }),
    made: (made) => put({ made }),
    get: async (row) => {
      const length = lengths[row] ?? 0
      if (length === 0) return null
      const bytes = Buffer.alloc(length)
      await file.read(bytes, 0, length, starts[row]!)
      return JSON.parse(bytes.toString('utf8')) as Note
    },
    before,
    close: () => file.close(),
  }
}
