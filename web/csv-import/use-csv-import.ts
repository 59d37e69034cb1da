import { useState } from 'react'
import type { JobAnswer } from '#contracts/csv/job-answer.ts'
import { hasEnded } from '#contracts/csv/job-states.ts'
import type { Mapping } from '#contracts/csv/headings.ts'
import type { Choices, ImportOptions } from '#contracts/csv/options.ts'
import type { Entity } from '#contracts/entity.ts'
import { messageOf } from '../lib/api-error.ts'
import { refreshHere } from '../lib/refresh.ts'
import type { ImportKind } from './file-drop.tsx'
import { checkFile, jobsPath, readJob } from './import-api.ts'
import { announce, unknownFault, warn } from './import-texts.ts'
import { headingsOf, keepMapping, keptMapping } from './mapping.ts'
import { useJob } from './use-job.ts'

type Reading = {
  readonly file: File | null
  /** The file name of a restored draft. The browser cannot keep the file itself, but the server has read it. */
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

/** Price files always update existing parts, whatever was chosen for an earlier CSV file. */
const optionsFor = ({ kind, options }: Reading): ImportOptions =>
  kind === 'priceFile' ? { ...options, updateBehavior: 'update' } : options

const givesHeadings = ['delimiter', 'encoding', 'sheet'] as const
/** Another delimiter, encoding or sheet gives other headings, so the old mapping is dropped. */
const withFittingMapping = (before: Choices, { mapping, ...next }: Choices): Choices =>
  mapping && givesHeadings.every((key) => before[key] === next[key]) ? { ...next, mapping } : next

export type ImportDraft = Omit<Reading, 'file'> & { readonly jobId: string | null }

const useImportJob = (entity: Entity) =>
  useJob({
    onEnd: (end) => announce(entity, end),
    explain: (error) => {
      const text = messageOf(error, unknownFault)
      warn(entity, text)
      // The job may have been started or ended by somebody else.
      void refreshHere(jobsPath)
      return text
    },
  })

/** A file and how to read it. Each change starts a new dry run. */
const useReading = (entity: Entity, { act, reset }: ReturnType<typeof useJob>) => {
  const [reading, setReading] = useState(initial)
  /** The last result, shown while the file is read again. */
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
      // The currency belonged to the previous file.
      options: isKept ? options : { ...options, currency: undefined },
    })
  }
  return { reading, setReading, last, check, choose }
}

export const useCsvImport = (entity: Entity) => {
  const running = useImportJob(entity)
  const { job, sending, act } = running
  const { reading, setReading, last, check, choose } = useReading(entity, running)
  const { choices } = reading
  const isUnread = job?.state === 'failed' && !job.headings
  const isUnderWay = job !== null && !hasEnded(job)
  const isLost = running.problem !== '' && (isUnderWay || (job === null && reading.file !== null))
  return {
    ...reading,
    job,
    /** The newest result of the file, also while it is read again. */
    known: job && job.state !== 'checking' ? job : last,
    problem: running.problem || (isUnread ? (job.error ?? '') : ''),
    isChecking: (sending && !job) || job?.state === 'checking',
    /** The import of a checked file was asked for, and the server has not answered yet. */
    isStarting: sending && job?.state === 'checked',
    isRunning: isUnderWay && job.state !== 'checking',
    busy: running.busy,
    cancel: running.cancel,
    /** Null unless a request failed before its job had ended: reads the file again, or follows the import again. */
    retry: isLost
      ? () =>
          void (isUnderWay && job.state !== 'checking'
            ? act(() => readJob(job.id))
            : check(reading))
      : null,
    choose,
    restore: ({ jobId, ...draft }: ImportDraft) => {
      setReading({ ...draft, file: null })
      if (jobId !== null) void act(() => readJob(jobId))
    },
    setOptions: (options: ImportOptions) => void check({ ...reading, options }),
    setChoices: (next: Choices) =>
      void check({ ...reading, choices: withFittingMapping(choices, next) }),
    /** Remembers the mapping for later files with the same headings. */
    map: (mapping: Mapping) => {
      if (job) keepMapping(entity, headingsOf(job), mapping)
      void check({ ...reading, choices: { ...choices, mapping } })
    },
    run: running.run,
    undo: running.undo,
    /** Shows a job that is running already, from before a reload or from another user. */
    attach: (one: JobAnswer) => act(async () => one),
  }
}
export type CsvImport = ReturnType<typeof useCsvImport>
