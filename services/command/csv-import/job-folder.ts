import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { jobStates } from '#contracts/csv/answer.ts'
import type { Pieces } from '#contracts/csv/scan.ts'
import { z } from 'zod'
import { byImportable } from './importable.ts'
import type { Job } from './job.ts'

const jobFile = 'job.json'
const pieceSize = 64 * 1024

/** Beside the imports, so that nothing goes on with what is in it. */
const asideFolder = 'unreadable'

/** What every release has kept of a job. */
const keptSchema = z.looseObject({
  id: z.uuid(),
  entity: byImportable.shape.entity,
  startedAt: z.iso.datetime(),
  state: z.enum(jobStates),
})
const isJob = (kept: unknown): kept is Job => keptSchema.safeParse(kept).success

const jobIn = (text: string): Job => {
  const kept: unknown = JSON.parse(text)
  if (!isJob(kept)) throw new Error('This is no import')
  return kept
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
/** A crash before the first save leaves a folder without a job, which is none. */
const isNone = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')
/** Of this moment, not of the file. */
const isPassing = (error: unknown) => ['EMFILE', 'ENFILE'].includes(codeOf(error) ?? '')

type OnUnreadable = (error: unknown, id: string) => void

/** Each import has a folder: its file, what became of each row, and its faulty rows. */
export const jobFolders = (root: string, onUnreadable: OnUnreadable = () => undefined) => {
  const folder = (id: string) => join(root, id)
  const paths = (id: string) => ({
    folder: folder(id),
    upload: join(folder(id), 'upload.csv'),
    journal: join(folder(id), 'rows.bin'),
    faulty: join(folder(id), 'faulty.csv'),
    notes: join(folder(id), 'notes.ndjson'),
  })

  const aside = join(root, asideFolder)
  const setAside = async (id: string, why: unknown): Promise<void> => {
    try {
      await mkdir(aside, { recursive: true })
      await rename(folder(id), join(aside, `${id} ${Date.now()}`))
      onUnreadable(why, id)
    } catch (error) {
      // Otherwise somebody else read it, and was faster.
      if (!isNone(error)) onUnreadable(error, id)
    }
  }
  /** One that cannot be read is set aside, so that it stops nothing else. */
  const read = async (id: string): Promise<Job | undefined> => {
    try {
      return jobIn(await readFile(join(folder(id), jobFile), 'utf8'))
    } catch (error) {
      if (isPassing(error)) throw error
      if (!isNone(error)) await setAside(id, error)
      return undefined
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
        // On disk before it takes the place of the old one: a power cut would leave an empty file.
        await writeFile(`${path}.new`, JSON.stringify(job), { flush: true })
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
    /** Nobody knows what is in those that were set aside. */
    removeAside: (): Promise<void> => rm(aside, { recursive: true, force: true }),
    all: async (): Promise<readonly { id: string; job: Job | undefined }[]> => {
      await mkdir(root, { recursive: true })
      const ids = (await readdir(root)).filter((name) => name !== asideFolder)
      return Promise.all(ids.map(async (id) => ({ id, job: await read(id) })))
    },
    pieces:
      (id: string): Pieces =>
      () =>
        createReadStream(paths(id).upload, { highWaterMark: pieceSize }),
  }
}

export type JobFolders = ReturnType<typeof jobFolders>
