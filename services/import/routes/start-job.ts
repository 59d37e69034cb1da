import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { v5 } from 'uuid'
import type { Entity } from '#contracts/entity.ts'
import { actorOf } from '#kernel/actor.ts'
import { createLocks, exclusive } from '#kernel/locks.ts'
import { refused } from '#kernel/refused.ts'
import type { RunningJob } from '../jobs/running-job.ts'
import type { Job } from '../store/job-repository.ts'
import type { RouteDependencies } from './job-routes.ts'

const namespace = '6e3c1c4e-52f5-4c4d-9d43-6f1c5b0f2a77'

/** The same for a request that is repeated. */
const idFor = (request: FastifyRequest): string => {
  const key = request.headers['idempotency-key']
  return key ? v5(`${request.user.id} ${String(key)}`, namespace) : randomUUID()
}

/** A job of which nothing is done yet. */
const freshJob = {
  finishedAt: null,
  state: 'checking',
  stage: 'check',
  rows: 0,
  done: 0,
  error: null,
  headings: null,
  answer: null,
  undo: null,
  position: null,
} as const

type NewJob = Pick<Job, 'fileName' | 'options' | 'choices' | 'reason' | 'bulk'>
export type StarterNeeds = RouteDependencies & { readonly now: () => Date }

/** Begins the job of a request, once however often that is sent. `keep` keeps its file at the path. */
export const createJobStarter = ({ jobs, caughtUp, now }: StarterNeeds) => {
  /** A request that is repeated while the first is being received waits for it. */
  const alone = createLocks()

  return async (
    request: FastifyRequest,
    { entity, isBulk }: { readonly entity: Entity; readonly isBulk: boolean },
    keep: (path: string) => Promise<{ readonly job: NewJob; readonly isDryRun: boolean }>,
  ): Promise<RunningJob> => {
    await caughtUp(request)
    const id = idFor(request)
    return alone([exclusive(id)], async () => {
      const before = await jobs.find(id)
      if (before) {
        // The same file once more, which nobody reads.
        request.raw.resume()
        if (before.job.entity !== entity.name || (isBulk && !before.job.bulk))
          throw refused(
            'CONFLICT',
            'Denne Idempotency-Key er allerede brukt til en annen forespørsel.',
          )
        jobs.retry(before)
        return before
      }
      try {
        const { job, isDryRun } = await keep(await jobs.uploads.make(id))
        const startedAt = now().toISOString()
        const about = { id, entity: entity.name, startedAt, made: [], ...actorOf(request.user) }
        return await jobs.begin({ ...freshJob, ...about, ...job }, isDryRun)
      } catch (error) {
        // Of a file that was not taken in nothing is left.
        await jobs.discard(id)
        throw error
      }
    })
  }
}
