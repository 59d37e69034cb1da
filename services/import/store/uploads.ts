import { createReadStream } from 'node:fs'
import { appendFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlannedChange } from '#contracts/csv/answer.ts'
import type { FileChunks } from '../csv/text-decoder.ts'

const chunkSize = 64 * 1024

/** One folder per import, with its file, rejected rows and the dry run's changes. */
export const createUploads = (root: string) => {
  const folder = (id: string) => join(root, id)
  /** The name is the same for all file types. */
  const path = (id: string) => join(folder(id), 'upload.csv')
  return {
    root,
    folder,
    path,
    faulty: (id: string) => join(folder(id), 'faulty.csv'),
    changes: (id: string) => join(folder(id), 'changes.ndjson'),
    make: async (id: string): Promise<string> => {
      await mkdir(folder(id), { recursive: true })
      return path(id)
    },
    remove: (id: string): Promise<void> => rm(folder(id), { recursive: true, force: true }),
    chunks:
      (id: string): FileChunks =>
      () =>
        createReadStream(path(id), { highWaterMark: chunkSize }),
  }
}

export type Uploads = ReturnType<typeof createUploads>

/** All changes of a dry run, one per line. The answer has only the first ones. */
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

/** A page of changes. `after` is the end of the previous page; null if it is not the end of a line. */
export const readChanges = async (path: string, after: number, limit: number) => {
  const changes: PlannedChange[] = []
  let next = after
  // Starts one byte earlier, to check that it is the end of a line.
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
