import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { v5 } from 'uuid'
import type { Entity } from '#contracts/entity.ts'
import { actorOf } from '#kernel/actor.ts'
import { keyReused } from '#kernel/idempotency-key.ts'
import { createLocks, exclusive } from '#kernel/locks.ts'
import { Refused } from '#kernel/refused.ts'
import type { RunningJob } from '../jobs/running-job.ts'
import type { Job } from '../store/job-repository.ts'
import type { RouteDependencies } from './job-routes.ts'

const namespace = '6e3c1c4e-52f5-4c4d-9d43-6f1c5b0f2a77'

/** A repeated request gets the same id. */
const idFor = (request: FastifyRequest): string => {
  const key = request.headers['idempotency-key']
  return key ? v5(`${request.user.id} ${String(key)}`, namespace) : randomUUID()
}

const freshJob = {
  finishedAt: null,
  state: 'checking',
  stage: 'check',
  rows: 0,
  done: 0,
  error: null,
  headings: null,
  sheets: null,
  answer: null,
  undo: null,
  position: null,
} as const

type Requested = {
  readonly job: Pick<Job, 'fileName' | 'options' | 'choices' | 'reason' | 'bulk'>
  readonly isDryRun: boolean
}
type Keep = (path: string) => Promise<Requested>

/** Of what a request asks for and the bytes of its file. */
const digestOf = async (path: string, { job, isDryRun }: Requested): Promise<string> => {
  const { options, choices, reason, bulk } = job
  const hash = createHash('sha256')
  hash.update(JSON.stringify({ options, choices, reason, bulk, isDryRun }))
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Receives a repeated request, and refuses one that asks for something else than the first. */
const mustBeSame = async (
  { uploads }: RouteDependencies['jobs'],
  { requestDigest: first }: RunningJob['job'],
  keep: Keep,
): Promise<void> => {
  const id = randomUUID()
  try {
    const path = await uploads.make(id)
    const digest = await digestOf(path, await keep(path))
    if (first !== undefined && digest !== first) throw new Refused(keyReused)
  } finally {
    await uploads.remove(id)
  }
}

/** Starts the job of a request; repeated requests share one job. `keep` stores its file at the path. */
export const createJobStarter = ({ jobs, caughtUp }: RouteDependencies) => {
  /** A repeated request waits while the first is being received. */
  const alone = createLocks()

  return async (
    request: FastifyRequest,
    { entity, isBulk }: { readonly entity: Entity; readonly isBulk: boolean },
    keep: Keep,
  ): Promise<RunningJob> => {
    await caughtUp(request)
    const id = idFor(request)
    return alone([exclusive(id)], async () => {
      const before = await jobs.find(id)
      if (before) {
        if (before.job.entity !== entity.name || isBulk !== (before.job.bulk !== undefined))
          throw new Refused(keyReused)
        await mustBeSame(jobs, before.job, keep)
        jobs.retry(before)
        return before
      }
      try {
        const path = await jobs.uploads.make(id)
        const asked = await keep(path)
        const requestDigest = await digestOf(path, asked)
        const startedAt = new Date().toISOString()
        const about = { id, entity: entity.name, startedAt, made: [], ...actorOf(request.user) }
        const job = { ...freshJob, ...about, ...asked.job, requestDigest }
        return await jobs.begin(job, asked.isDryRun)
      } catch (error) {
        // Deletes everything of a refused file.
        await jobs.forget(id)
        throw error
      }
    })
  }
}
