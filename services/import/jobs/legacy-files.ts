import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { jobStates } from '#contracts/csv/job-states.ts'
import { skipReasons, type SkipReason } from '#contracts/csv/skip-reasons.ts'
import { byImportable } from '../importable.ts'
import type { Job, MadeReference } from '../store/job-repository.ts'
import type { KeptRow, RowNote, SettledOutcome } from '../store/row-log.ts'

const oldFiles = { job: 'job.json', notes: 'notes.ndjson', rows: 'rows.bin' } as const

/** Codes of outcomes in the old row journal: the first of 16 bytes per row. */
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

/** A corrupt line counts as missing; the record's history has the facts. */
const lineIn = (text: string): readonly Line[] => {
  try {
    return [JSON.parse(text) as Line]
  } catch {
    return []
  }
}

/** Notes of rows by their index in the file, and the references that were created. */
const readNotes = (text: string) => {
  const notes = new Map<number, RowNote>()
  const made: MadeReference[] = []
  for (const line of text.split('\n').flatMap(lineIn)) {
    if (line && 'row' in line) notes.set(line.row, line)
    if (line && 'made' in line) made.push(line.made)
  }
  return { notes, made }
}

/** One record per row: its outcome and the dry run's digest. */
const recordsIn = (journal: Buffer): readonly Buffer[] =>
  Array.from({ length: Math.floor(journal.length / width) }, (_, at) =>
    journal.subarray(at * width, (at + 1) * width),
  )

export const settledRow = (
  record: Buffer | undefined,
  at: number,
  line: number,
  note: RowNote | null,
): readonly KeptRow[] => {
  const outcome = record && outcomes[record[0]!]
  if (!outcome) return []
  const because = reasons[record[1]! - 1]
  const [id, revision] = [record.readUInt32LE(4), record.readUInt32LE(8)]
  return [{ at, line, outcome, because, id, revision, note }]
}

const keptSchema = z
  .looseObject({
    id: z.uuid(),
    entity: byImportable.shape.entity,
    startedAt: z.iso.datetime(),
    state: z.enum(jobStates),
  })
  .transform((kept) => kept as unknown as Job)

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''
/** True for errors of this moment, not of the file. */
export const isOfThisMoment = (error: unknown) => ['EMFILE', 'ENFILE'].includes(codeOf(error))
const contentOf = (path: string): Promise<Buffer | null> =>
  readFile(path).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null
    throw error
  })

/** An import of an older release; null if the folder has none. */
export const readOldJob = async (folder: string) => {
  const text = await contentOf(join(folder, oldFiles.job))
  if (text === null) return null
  const kept = keptSchema.parse(JSON.parse(String(text)))
  const { notes, made } = readNotes(String((await contentOf(join(folder, oldFiles.notes))) ?? ''))
  const journal = await contentOf(join(folder, oldFiles.rows))
  const job = { ...kept, made: kept.made?.length ? kept.made : made }
  return { job, notes, records: journal && recordsIn(journal) }
}

/** Deletes the job file last, so that a crash before that repeats the conversion. */
export const removeOldJob = async (folder: string): Promise<void> => {
  const { rows, notes, job } = oldFiles
  for (const name of [rows, notes, job]) await rm(join(folder, name), { force: true })
}
