import type { Choices, ImportOptions } from '#contracts/csv/options.ts'
import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import type { JobAnswer } from '#contracts/csv/answer.ts'
import type { Entity } from '#contracts/entity.ts'
import { messageOf } from '../lib/api.ts'
import { refresh } from '../lib/refresh.ts'
import type { ImportKind } from './file-drop.tsx'
import type { Mapping } from '#contracts/csv/headings.ts'
import { cancelJob, checkFile, hasEnded, jobsPath, readJob, runJob, undoJob } from './import-api.ts'
import { keepMapping, keptMapping, headingsOf } from './mapping.ts'
import { failed, importsAtom, importStore, watchImport } from './running-imports.ts'

type Reading = {
  readonly file: File | null
  /** The file of a draft: the browser cannot keep it, the server has what it read in it. */
  readonly keptName: string | null
  readonly kind: ImportKind
  readonly options: ImportOptions
  readonly choices: Choices
}
const initial: Reading = {
  file: null,
  keptName: null,
  kind: 'csv',
  options: { updateBehavior: 'update', emptyCells: 'keep' },
  choices: {},
}

/** A price file is there to change what exists: what was chosen for a CSV file before does not hold. */
const optionsFor = ({ kind, options }: Reading): ImportOptions =>
  kind === 'priceFile' ? { ...options, updateBehavior: 'update' } : options

const givesHeadings = ['delimiter', 'encoding', 'sheet'] as const
/** Read in another of these ways a file has other headings: what was said of the old does not hold. */
const withFittingMapping = (before: Choices, { mapping, ...next }: Choices): Choices =>
  mapping && givesHeadings.every((key) => before[key] === next[key]) ? { ...next, mapping } : next

/** What outlives a crash of the tab. */
export type ImportDraft = Omit<Reading, 'file'> & { readonly jobId: string | null }

type Progress = {
  readonly jobId: string | null
  /** How the file was last read, while it is being read in another way. */
  readonly last: JobAnswer | null
  readonly sending: boolean
  readonly problem: string
}
const idle: Progress = { jobId: null, last: null, sending: false, problem: '' }

/** The dialog's state: a file, how it is to be read and imported, and the job that does it. */
export const useCsvImport = (entity: Entity) => {
  const [reading, setReading] = useState(initial)
  const [{ jobId, last, sending, problem }, setProgress] = useState(idle)
  const latest = useRef(0)
  const jobs = useAtomValue(importsAtom, { store: importStore })
  const job = jobId === null ? null : (jobs.get(jobId) ?? null)

  /** An answer that comes after a newer question is no answer. */
  const tell = (some: Partial<Progress>, request: number) => {
    if (request === latest.current) setProgress((before) => ({ ...before, ...some }))
  }
  const follow = async (started: JobAnswer, request: number) => {
    tell({ jobId: started.id, sending: false }, request)
    const end = await watchImport(entity, started)
    if (end?.state === 'failed' && !end.headings) tell({ problem: end.error ?? '' }, request)
    return end
  }
  const fault = (error: unknown, request: number) => {
    const text = messageOf(error, 'Ukjent feil oppstod')
    tell({ problem: text, last: null, sending: false }, request)
    failed(entity, text)
  }

  /** Checks the file as it is now to be read. Nothing is written. */
  const check = async (next: Reading) => {
    setReading(next)
    const { file, choices } = next
    if (!file) return setProgress(idle)
    const request = ++latest.current
    tell({ jobId: null, problem: '', sending: true }, request)
    try {
      const end = await follow(await checkFile(entity, file, optionsFor(next), choices), request)
      const mapping = end && choices.mapping === undefined && keptMapping(entity, headingsOf(end))
      if (request !== latest.current) return
      if (mapping) await check({ ...next, choices: { ...choices, mapping } })
      else tell({ last: end }, request)
    } catch (error) {
      fault(error, request)
    }
  }

  const act = async (ask: (id: string) => Promise<JobAnswer>, { id }: Pick<JobAnswer, 'id'>) => {
    const request = ++latest.current
    tell({ problem: '' }, request)
    try {
      return await follow(await ask(id), request)
    } catch (error) {
      fault(error, request)
      // Somebody else may have been first.
      void refresh(jobsPath)
      return null
    }
  }

  const { options, choices, keptName } = reading
  return {
    ...reading,
    job,
    /** What is known of the file: as it is read, or was before it is read anew. */
    known: job && job.state !== 'checking' ? job : last,
    problem,
    isChecking: sending || job?.state === 'checking',
    isRunning: job !== null && !hasEnded(job) && job.state !== 'checking',
    choose: (next: File | null, kind: ImportKind = 'csv') => {
      latest.current++
      setProgress(idle)
      const chosen = { file: next, keptName: null, kind }
      // What amounts are in was said of another file.
      if (next?.name !== keptName)
        void check({ ...chosen, choices: {}, options: { ...options, currency: undefined } })
      else void check({ ...chosen, choices, options })
    },
    /** Goes on where a draft ended. */
    restore: ({ jobId: id, ...draft }: ImportDraft) => {
      setReading({ ...draft, file: null })
      if (id !== null) void act(readJob, { id })
    },
    setOptions: (next: ImportOptions) => void check({ ...reading, options: next }),
    setChoices: (next: Choices) =>
      void check({ ...reading, choices: withFittingMapping(choices, next) }),
    /** Reads the file with these columns, and files with the same headings after it. */
    map: (mapping: Mapping) => {
      if (job) keepMapping(entity, headingsOf(job), mapping)
      void check({ ...reading, choices: { ...choices, mapping } })
    },
    /** Runs what was checked, or goes on where a fault stopped it. */
    run: (one: JobAnswer, reason: string) =>
      act(one.stage === 'undo' ? undoJob : (id) => runJob(id, reason), one),
    undo: (one: JobAnswer) => act(undoJob, one),
    cancel: (id: string) => cancelJob(id).catch((error: unknown) => fault(error, latest.current)),
    /** Shows a job that is under way already: begun before a reload, or by somebody else. */
    attach: (running: JobAnswer) => follow(running, ++latest.current),
  }
}
