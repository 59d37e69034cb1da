import { useRef, useState } from 'react'
import type { JobAnswer } from '#contracts/csv/job-answer.ts'
import { hasEnded } from '#contracts/csv/job-states.ts'
import { refresh } from '../lib/refresh.ts'
import { cancelJob, followJob, runJob, undoJob } from './import-api.ts'

/** Follows a job to its end, also after its dialog is closed, then revalidates everything it may have changed. */
export const watchJob = async (
  { id }: JobAnswer,
  onStep: (job: JobAnswer) => void = () => undefined,
): Promise<JobAnswer> => {
  const end = await followJob(id, onStep)
  if (end.stage !== 'check') void refresh()
  return end
}

type State = {
  readonly job: JobAnswer | null
  readonly sending: boolean
  readonly problem: string
}
const idle: State = { job: null, sending: false, problem: '' }

type Handlers = {
  onEnd: (end: JobAnswer) => void
  explain: (error: unknown) => string
}

/** The state of a dialog's job: request, progress and error. */
export const useJob = ({ onEnd, explain }: Handlers) => {
  const [{ job, sending, problem }, setState] = useState(idle)
  const latest = useRef(0)

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
      tell({ job: started, sending: false })
      const end = await watchJob(started, (step) => tell({ job: step }))
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
