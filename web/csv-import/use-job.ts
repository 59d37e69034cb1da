import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import type { JobAnswer } from '#contracts/csv/job-answer.ts'
import { refresh } from '../lib/refresh.ts'
import { cancelJob, followJob, hasEnded, runJob, undoJob } from './import-api.ts'

/** The latest answers of followed jobs by id. Outside React, since jobs continue after their dialog is closed. */
const store = getDefaultStore()
const jobsAtom = atom<ReadonlyMap<string, JobAnswer>>(new Map())

const remember = (job: JobAnswer): void =>
  store.set(jobsAtom, (jobs) => new Map(jobs).set(job.id, job))

/** Follows a job to its end, then revalidates everything it may have changed. */
export const watchJob = async (started: JobAnswer): Promise<JobAnswer> => {
  remember(started)
  const end = await followJob(started.id, remember)
  if (end.stage !== 'check') void refresh()
  return end
}

type State = {
  readonly id: string | null
  readonly sending: boolean
  readonly problem: string
}
const idle: State = { id: null, sending: false, problem: '' }

type Handlers = {
  onEnd: (end: JobAnswer) => void
  explain: (error: unknown) => string
}

/** The state of a dialog's job: request, progress and error. */
export const useJob = ({ onEnd, explain }: Handlers) => {
  const [{ id, sending, problem }, setState] = useState(idle)
  const latest = useRef(0)
  const jobs = useAtomValue(jobsAtom)
  const job = (id !== null && jobs.get(id)) || null

  const reset = (why = '') => {
    latest.current++
    setState({ ...idle, problem: why })
  }
  /** Resolves to the ended job, null if it failed, or undefined if a newer request has replaced it. */
  const act = async (ask: () => Promise<JobAnswer>): Promise<JobAnswer | null | undefined> => {
    const request = ++latest.current
    const isLatest = () => request === latest.current
    const tell = (some: Partial<State>) =>
      isLatest() && setState((before) => ({ ...before, ...some }))
    tell({ sending: true, problem: '' })
    try {
      const started = await ask()
      tell({ id: started.id, sending: false })
      const end = await watchJob(started)
      onEnd(end)
      return isLatest() ? end : undefined
    } catch (error) {
      tell({ sending: false, problem: explain(error) })
      return isLatest() ? null : undefined
    }
  }
  return {
    job,
    problem,
    sending,
    busy: sending || (job !== null && !hasEnded(job)),
    reset,
    act,
    /** Runs a checked import, or resumes a stopped job. */
    run: ({ id: of, stage }: JobAnswer, reason: string) =>
      act(() => (stage === 'undo' ? undoJob(of) : runJob(of, reason))),
    undo: ({ id: of }: JobAnswer) => act(() => undoJob(of)),
    cancel: (running: string) =>
      cancelJob(running).catch((error: unknown) =>
        setState((before) => ({ ...before, problem: explain(error) })),
      ),
  }
}
