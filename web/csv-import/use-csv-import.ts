import { useState } from 'react'
import type { JobAnswer } from '#contracts/csv/job-answer.ts'
import type { Mapping } from '#contracts/csv/headings.ts'
import type { Choices, ImportOptions } from '#contracts/csv/options.ts'
import type { Entity } from '#contracts/entity.ts'
import { messageOf } from '../lib/api.ts'
import { refresh } from '../lib/refresh.ts'
import type { ImportKind } from './file-drop.tsx'
import { checkFile, hasEnded, jobsPath, readJob } from './import-api.ts'
import { announce, unknownFault, warn } from './import-texts.ts'
import { headingsOf, keepMapping, keptMapping } from './mapping.ts'
import { useJob } from './use-job.ts'

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

const useImportJob = (entity: Entity) =>
  useJob({
    onEnd: (end) => announce(entity, end),
    explain: (error) => {
      const text = messageOf(error, unknownFault)
      warn(entity, text)
      // Somebody else may have been first.
      void refresh(jobsPath)
      return text
    },
  })

/** A file, and how it is to be read: each change checks it anew. Nothing is written. */
const useReading = (entity: Entity, { act, reset }: ReturnType<typeof useJob>) => {
  const [reading, setReading] = useState(initial)
  /** How the file was last read, while it is being read in another way. */
  const [last, setLast] = useState<JobAnswer | null>(null)

  const check = async (next: Reading): Promise<void> => {
    setReading(next)
    const { file, choices } = next
    reset()
    if (!file) return setLast(null)
    const end = await act(() => checkFile(entity, file, optionsFor(next), choices))
    if (end === undefined) return
    const mapping = end && choices.mapping === undefined && keptMapping(entity, headingsOf(end))
    if (mapping) await check({ ...next, choices: { ...choices, mapping } })
    else setLast(end)
  }
  const choose = (file: File | null, kind: ImportKind = 'csv') => {
    setLast(null)
    const { options, choices, keptName } = reading
    const isKept = file?.name === keptName
    void check({
      file,
      keptName: null,
      kind,
      choices: isKept ? choices : {},
      // What amounts are in was said of another file.
      options: isKept ? options : { ...options, currency: undefined },
    })
  }
  return { reading, setReading, last, check, choose }
}

/** The dialog's state: a file, how it is to be read and imported, and the job that does it. */
export const useCsvImport = (entity: Entity) => {
  const running = useImportJob(entity)
  const { job, sending, act } = running
  const { reading, setReading, last, check, choose } = useReading(entity, running)
  const { choices } = reading
  const isUnread = job?.state === 'failed' && !job.headings
  return {
    ...reading,
    job,
    /** What is known of the file: as it is read, or was before it is read anew. */
    known: job && job.state !== 'checking' ? job : last,
    problem: running.problem || (isUnread ? (job.error ?? '') : ''),
    isChecking: (sending && !job) || job?.state === 'checking',
    isRunning: job !== null && !hasEnded(job) && job.state !== 'checking',
    busy: running.busy,
    cancel: running.cancel,
    choose,
    restore: ({ jobId, ...draft }: ImportDraft) => {
      setReading({ ...draft, file: null })
      if (jobId !== null) void act(() => readJob(jobId))
    },
    setOptions: (options: ImportOptions) => void check({ ...reading, options }),
    setChoices: (next: Choices) =>
      void check({ ...reading, choices: withFittingMapping(choices, next) }),
    /** Reads the file with these columns, and files with the same headings after it. */
    map: (mapping: Mapping) => {
      if (job) keepMapping(entity, headingsOf(job), mapping)
      void check({ ...reading, choices: { ...choices, mapping } })
    },
    run: running.run,
    undo: running.undo,
    /** Shows a job that is under way already: begun before a reload, or by somebody else. */
    attach: (one: JobAnswer) => act(async () => one),
  }
}
export type CsvImport = ReturnType<typeof useCsvImport>
