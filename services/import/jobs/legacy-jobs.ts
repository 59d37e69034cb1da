import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { jobStates } from '#contracts/csv/answer.ts'
import { isDatabaseUnavailable } from '#kernel/database-errors.ts'
import { skipReasons, type SkipReason } from '#contracts/csv/skip-reasons.ts'
import { byImportable } from '../importable.ts'
import { openImportFile } from '../rows/import-file.ts'
import type { WorkerContext } from '../rows/task.ts'
import type { Job, JobRepository, MadeReference } from '../store/job-repository.ts'
import type { NotedRow, RowNote, SettledOutcome, SettledRow } from '../store/row-log.ts'
import type { Uploads } from '../store/uploads.ts'

/** As the journal of rows had them: 16 bytes each, of which the first is one of these. */
const outcomes: Readonly<Record<number, SettledOutcome>> = {
  1: 'created',
  2: 'updated',
  3: 'skipped',
  4: 'unchanged',
  6: 'removed',
  7: 'restored',
}
const width = 16
const reasons = Object.keys(skipReasons) as SkipReason[]

type Line = (RowNote & { readonly row: number }) | { readonly made: MadeReference } | null

/** What a power cut spoilt is as one that is missing: the record's history tells. */
const lineIn = (text: string): readonly Line[] => {
  try {
    return [JSON.parse(text) as Line]
  } catch {
    return []
  }
}

/** What was noted of rows, by their place in the file, and what was made besides. */
const readNotes = (text: string) => {
  const notes = new Map<number, RowNote>()
  const made: MadeReference[] = []
  for (const line of text.split('\n').flatMap(lineIn)) {
    if (line && 'row' in line) notes.set(line.row, line)
    if (line && 'made' in line) made.push(line.made)
  }
  return { notes, made }
}

/** What is said of each row: what became of it, and what a dry run showed. */
const recordsIn = (journal: Buffer): readonly Buffer[] =>
  Array.from({ length: Math.floor(journal.length / width) }, (_, at) =>
    journal.subarray(at * width, (at + 1) * width),
  )

const settledRow = (
  record: Buffer | undefined,
  at: number,
  line: number,
): readonly SettledRow[] => {
  const outcome = record && outcomes[record[0]!]
  if (!outcome) return []
  const because = reasons[record[1]! - 1]
  return [
    { at, line, outcome, because, id: record.readUInt32LE(4), revision: record.readUInt32LE(8) },
  ]
}

const keptSchema = z
  .looseObject({
    id: z.uuid(),
    entity: byImportable.shape.entity,
    startedAt: z.iso.datetime(),
    state: z.enum(jobStates),
  })
  .transform((kept) => kept as unknown as Job)
export const isJobId = (name: string): boolean => z.uuid().safeParse(name).success

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''
/** Not of the file. */
const isOfThisMoment = (error: unknown) => ['EMFILE', 'ENFILE'].includes(codeOf(error))
const contentOf = (path: string): Promise<Buffer | null> =>
  readFile(path).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null
    throw error
  })

/** The rows are counted in the file, which alone says on which line each stands. */
const takeInRows = async (
  repository: JobRepository,
  uploads: Uploads,
  job: Job,
  records: readonly Buffer[],
  notes: ReadonlyMap<number, RowNote>,
): Promise<void> => {
  await repository.saveDigests(job.id, Buffer.concat(records.map((one) => one.subarray(12))))
  const rowLog = repository.rowLog(job.id)
  const file = await openImportFile(entityNamed(job.entity), uploads, job)
  let count = 0
  for await (const rows of file.batches()) {
    const places = rows.map(({ line }) => ({ at: count++, line, note: notes.get(count - 1) }))
    // Of what was not seen to end, the log is asked.
    await rowLog.begin(
      places.map(({ at }) => at),
      places.filter((place): place is NotedRow => place.note !== undefined),
    )
    await rowLog.settle(places.flatMap(({ at, line }) => settledRow(records[at], at, line)))
  }
}

export const unreadable = 'an import that cannot be read was set aside'

/** Imports of releases before, which kept each in files of its folder. */
export const createOldJobs = (
  repository: JobRepository,
  uploads: Uploads,
  onFault: WorkerContext['onFault'],
) => {
  const { root, folder } = uploads
  /** Beside the imports, so that nothing goes on with what is in it. */
  const aside = join(root, 'unreadable')

  const setAside = async (id: string, why: unknown): Promise<void> => {
    await mkdir(aside, { recursive: true })
    await rename(folder(id), join(aside, `${id} ${Date.now()}`))
    onFault(why, id, unreadable)
  }

  const takeInOne = async (id: string): Promise<void> => {
    const file = (name: string) => join(folder(id), name)
    const text = await contentOf(file('job.json'))
    if (text === null) return
    const kept = keptSchema.parse(JSON.parse(String(text)))
    const { notes, made } = readNotes(String((await contentOf(file('notes.ndjson'))) ?? ''))
    const journal = await contentOf(file('rows.bin'))
    await repository.remove(id)
    await repository.insert({ ...kept, made: kept.made?.length ? kept.made : made })
    if (journal) await takeInRows(repository, uploads, kept, recordsIn(journal), notes)
    // The job last: until then a crash has it taken in anew.
    for (const name of ['rows.bin', 'notes.ndjson', 'job.json'])
      await rm(file(name), { force: true })
  }

  return {
    takeIn: async (): Promise<void> => {
      await mkdir(root, { recursive: true })
      for (const id of (await readdir(root)).filter(isJobId))
        try {
          await takeInOne(id)
        } catch (error) {
          if (isDatabaseUnavailable(error) || isOfThisMoment(error)) throw error
          await repository.remove(id)
          await setAside(id, error)
        }
    },
    /** Nobody knows what is in those that were set aside. */
    removeUnreadable: (): Promise<void> => rm(aside, { recursive: true, force: true }),
  }
}
