import type { Choices } from '#contracts/csv/reading-options.ts'
import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import type { JobAnswer } from '#contracts/csv/answer.ts'
import type { ImportOptions } from '#contracts/csv/options.ts'
import type { Entity } from '#contracts/entity.ts'
import { messageOf } from '../lib/api.ts'
import { hasEnded } from './follow-job.ts'
import type { FileKind } from './file-drop.tsx'
import type { Mapping } from '#contracts/csv/headings.ts'
import { cancelJob, checkFile, runJob, undoJob } from './import-api.ts'
import { keepMapping, keptMapping, headingsOf } from './mapping.ts'
import { failed, importsAtom, importStore, watchImport } from './running-imports.ts'

const initialOptions: ImportOptions = { updateBehavior: 'update', emptyCells: 'keep' }

/** A price file is there to change what exists: what was chosen for a CSV file before does not hold. */
const optionsFor = (kind: FileKind, options: ImportOptions): ImportOptions =>
  kind === 'priceFile' ? { ...options, updateBehavior: 'update' } : options

/** Read with another separator or encoding a file has other headings: what was said of the old does not hold. */
const withFittingMapping = (before: Choices, { mapping, ...next }: Choices): Choices =>
  mapping && before.delimiter === next.delimiter && before.encoding === next.encoding
    ? { ...next, mapping }
    : next

/** The dialog's state: a file, how it is to be read and imported, and the job that does it. */
export const useCsvImport = (entity: Entity) => {
  const [file, setFile] = useState<File | null>(null)
  const [kind, setKind] = useState<FileKind>('csv')
  const [options, setOptions] = useState(initialOptions)
  const [choices, setChoices] = useState<Choices>({})
  const [jobId, setJobId] = useState<string | null>(null)
  /** How the file was last read, while it is being read in another way. */
  const [last, setLast] = useState<JobAnswer | null>(null)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState('')
  // An answer that comes after a newer question is no answer.
  const latest = useRef(0)
  const jobs = useAtomValue(importsAtom, { store: importStore })
  const job = jobId === null ? null : (jobs.get(jobId) ?? null)

  const follow = async (started: JobAnswer, request: number) => {
    if (request === latest.current) setJobId(started.id)
    const end = await watchImport(entity, started)
    if (request === latest.current && end?.state === 'failed' && !end.headings)
      setProblem(end.error ?? '')
    return end
  }
  const fault = (error: unknown, request: number) => {
    const text = messageOf(error, 'Ukjent feil oppstod')
    if (request === latest.current) {
      setProblem(text)
      setLast(null)
    }
    failed(entity, text)
  }

  /** Checks the file as it is now to be read. Nothing is written. */
  const check = async (next: File, how: ImportOptions, reading: Choices) => {
    const request = ++latest.current
    setJobId(null)
    setProblem('')
    setSending(true)
    try {
      const started = await checkFile(entity, next, how, reading)
      if (request === latest.current) setSending(false)
      const end = await follow(started, request)
      const mapping = end && reading.mapping === undefined && keptMapping(entity, headingsOf(end))
      if (request !== latest.current) return
      if (mapping) await read(next, how, { ...reading, mapping })
      else setLast(end)
    } catch (error) {
      fault(error, request)
    } finally {
      if (request === latest.current) setSending(false)
    }
  }

  const read = (next: File, how: ImportOptions, reading: Choices) => {
    setChoices(reading)
    return check(next, how, reading)
  }

  const act = async (ask: (id: string) => Promise<JobAnswer>, id: string) => {
    const request = ++latest.current
    setProblem('')
    try {
      return await follow(await ask(id), request)
    } catch (error) {
      fault(error, request)
      return null
    }
  }

  return {
    file,
    kind,
    options,
    choices,
    job,
    /** What is known of the file: as it is read, or was before it is read anew. */
    known: job && job.state !== 'checking' ? job : last,
    problem,
    isChecking: sending || job?.state === 'checking',
    isRunning: job !== null && !hasEnded(job) && job.state !== 'checking',
    choose: (next: File | null, nextKind: FileKind = 'csv') => {
      setFile(next)
      setKind(nextKind)
      setChoices({})
      latest.current++
      setJobId(null)
      setLast(null)
      setProblem('')
      // What amounts are in was said of another file.
      const own = { ...options, currency: undefined }
      setOptions(own)
      if (next) void check(next, optionsFor(nextKind, own), {})
    },
    setOptions: (next: ImportOptions) => {
      setOptions(next)
      if (file) void check(file, optionsFor(kind, next), choices)
    },
    setChoices: (next: Choices) => {
      const reading = withFittingMapping(choices, next)
      setChoices(reading)
      if (file) void check(file, optionsFor(kind, options), reading)
    },
    /** Reads the file with these columns, and files with the same headings after it. */
    map: (mapping: Mapping) => {
      if (job) keepMapping(entity, headingsOf(job), mapping)
      if (file) void read(file, optionsFor(kind, options), { ...choices, mapping })
    },
    run: (id: string) => act(runJob, id),
    undo: (id: string) => act(undoJob, id),
    /** Goes on where a fault stopped it. */
    resume: ({ id, stage }: JobAnswer) => act(stage === 'undo' ? undoJob : runJob, id),
    cancel: (id: string) => cancelJob(id).catch((error: unknown) => fault(error, latest.current)),
    /** Shows a job that is under way already: begun before a reload, or by somebody else. */
    attach: (running: JobAnswer) => follow(running, ++latest.current),
  }
}
