import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
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
