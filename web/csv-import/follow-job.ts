import type { JobAnswer } from '#contracts/csv/answer.ts'
import { ApiError, send } from '../lib/api.ts'
import { jobPath, readJob } from './import-api.ts'

const ended: readonly JobAnswer['state'][] = ['checked', 'done', 'cancelled', 'failed', 'undone']
export const hasEnded = ({ state }: JobAnswer): boolean => ended.includes(state)

/**
 * A fault ended it halfway, or somebody its undoing: it can go on from there. What could only not be read is
 * begun anew, and the rest of an import that was cancelled is not wanted.
 */
export const isStopped = ({ state, stage }: JobAnswer): boolean =>
  (state === 'failed' && stage !== 'check') || (state === 'cancelled' && stage === 'undo')

const dataOf = (event: string): JobAnswer | null => {
  const line = event.split('\n').find((one) => one.startsWith('data: '))
  return line ? (JSON.parse(line.slice('data: '.length)) as JobAnswer) : null
}

/** The jobs in a stream of server-sent events, as they come. */
async function* jobsIn(response: Response): AsyncGenerator<JobAnswer> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const events = (rest + value).split('\n\n')
    rest = events.pop()!
    for (const event of events) {
      const job = dataOf(event)
      if (job) yield job
    }
  }
}

const pause = (milliseconds: number) => new Promise((go) => setTimeout(go, milliseconds))
const patience = 20

/**
 * Tells of every step of a job until it has ended, and gives it as it ended. A connection that breaks is
 * made again: the job goes on meanwhile.
 */
export const followJob = async (
  id: string,
  onStep: (job: JobAnswer) => void,
): Promise<JobAnswer> => {
  for (let failures = 0; ;) {
    try {
      const response = await send(`${jobPath(id)}/events`)
      if (!response.ok) throw new ApiError(`HTTP ${response.status}`, response.status)
      for await (const job of jobsIn(response)) {
        failures = 0
        onStep(job)
        if (hasEnded(job)) break
      }
      // An event sets no cookie: only this answer has the lists that are read next wait for what was written.
      const job = await readJob(id)
      onStep(job)
      if (hasEnded(job)) return job
      failures++
    } catch (error) {
      const isGone = error instanceof ApiError && error.status >= 400 && error.status < 500
      if (isGone || ++failures > patience) throw error
    }
    await pause(Math.min(5_000, 500 * failures))
  }
}
