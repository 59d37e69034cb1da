import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pieces } from '#contracts/csv/scan.ts'
import type { Job } from './job.ts'

const jobFile = 'job.json'
const pieceSize = 64 * 1024

/** Each import has a folder: its file, what became of each row, and its faulty rows. */
export const jobFolders = (root: string) => {
  const folder = (id: string) => join(root, id)
  const paths = (id: string) => ({
    folder: folder(id),
    upload: join(folder(id), 'upload.csv'),
    journal: join(folder(id), 'rows.bin'),
    faulty: join(folder(id), 'faulty.csv'),
    notes: join(folder(id), 'notes.ndjson'),
  })

  const read = async (id: string): Promise<Job | undefined> => {
    try {
      return JSON.parse(await readFile(join(folder(id), jobFile), 'utf8')) as Job
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // A crash before the first save leaves a folder without a job, which is none.
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
      throw error
    }
  }

  const saving = new Map<string, Promise<void>>()

  return {
    paths,
    read,
    make: async (id: string): Promise<void> => void (await mkdir(folder(id), { recursive: true })),
    /**
     * Written beside and renamed, so that a crash leaves the old one or the new one. One at a time: a
     * save while it runs and the last one must not take each other's file.
     */
    save: (job: Job): Promise<void> => {
      const write = async () => {
        const path = join(folder(job.id), jobFile)
        await writeFile(`${path}.new`, JSON.stringify(job))
        await rename(`${path}.new`, path)
      }
      const saved = (saving.get(job.id) ?? Promise.resolve()).then(write, write)
      saving.set(job.id, saved)
      const forget = () => void (saving.get(job.id) === saved && saving.delete(job.id))
      saved.then(forget, forget)
      return saved
    },
    /** Once an import is taken back there is nothing to tell of it again. */
    forgetNotes: (id: string): Promise<void> => rm(paths(id).notes, { force: true }),
    remove: (id: string): Promise<void> => rm(folder(id), { recursive: true, force: true }),
    all: async (): Promise<readonly { id: string; job: Job | undefined }[]> => {
      await mkdir(root, { recursive: true })
      const ids = await readdir(root)
      return Promise.all(ids.map(async (id) => ({ id, job: await read(id) })))
    },
    pieces:
      (id: string): Pieces =>
      () =>
        createReadStream(paths(id).upload, { highWaterMark: pieceSize }),
  }
}

export type JobFolders = ReturnType<typeof jobFolders>
