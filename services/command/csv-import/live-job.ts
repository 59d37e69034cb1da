import type { Job, Pace } from './job.ts'

/** An import that this process knows, with who listens to it. */
export type LiveJob = {
  readonly job: Job
  pace: Pace
  cancelled: boolean
  /** Resolves when the stage under way has ended, rejects with what went wrong. */
  ended: Promise<void>
  readonly listeners: Set<() => void>
}

export const tell = (one: LiveJob): void => one.listeners.forEach((listen) => listen())
