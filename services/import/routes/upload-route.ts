import type { FastifyRequest } from 'fastify'
import type { Entity } from '#contracts/entity.ts'
import { createLocks, exclusive } from '#kernel/locks.ts'
import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { importAnswer, jobAnswer } from '#contracts/csv/answer.ts'
import { shown, UnreadableFile } from '../csv/parser.ts'
import { roomForBody, type Disk } from '#kernel/disk.ts'
import { successSchema } from '#kernel/openapi.ts'
import { setPosition } from '#kernel/headers.ts'
import { accepted, refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { importRequest } from './import-request.ts'
import { actorOf } from '#kernel/actor.ts'
import { byImportable, importableIn, tags } from '../importable.ts'
import { hasEnded, reachedBy } from '../store/job-repository.ts'
import type { RunningJob } from '../jobs/running-job.ts'
import { freshJob, idFor } from './new-job.ts'
import { refuseBeyondLimit } from './price-limit.ts'
import { uploadForm } from './upload-form.ts'
import { multipartLimits, receive } from './receive-upload.ts'
import type { RouteDependencies } from './job-routes.ts'

const asRefusal = (error: unknown): unknown => {
  if (!(error instanceof UnreadableFile)) return error
  const { problem, headings } = error
  return refused('VALIDATION', problem.message, [
    { path: 'file', ...problem, value: shown(problem.value), ...(headings && { headings }) },
  ])
}

/** The file in, the account out; or 202 and a job to follow, for who prefers that. */
type Needs = RouteDependencies & { readonly disk: Disk; readonly now: () => Date }

export const uploadRoute = (app: App, { jobs, disk, caughtUp, now }: Needs): void => {
  /** A request that is repeated while the first is being received waits for it. */
  const alone = createLocks()

  const again = (request: FastifyRequest, one: RunningJob, entity: Entity): RunningJob => {
    // The same file once more, which nobody reads.
    request.raw.resume()
    if (one.job.entity !== entity.name)
      throw refused('CONFLICT', 'Denne Idempotency-Key er allerede brukt til en annen forespørsel.')
    jobs.retry(one)
    return one
  }
  /** Of a file that was not taken in nothing is left. */
  const begin = async (request: FastifyRequest, id: string, entity: Entity) => {
    try {
      const { fileName, fields } = await receive(request, await jobs.uploads.make(id))
      const { dryRun, ...reading } = accepted(importRequest(entity, fields))
      const startedAt = now().toISOString()
      const begun = { id, entity: entity.name, fileName, startedAt, ...actorOf(request.user) }
      return await jobs.begin({ ...freshJob, ...begun, ...reading, made: [] }, dryRun)
    } catch (error) {
      await jobs.discard(id)
      throw error
    }
  }
  /** Until it has ended, well: what else became of it is thrown. */
  const finished = async ({ job, ended }: RunningJob): Promise<void> => {
    try {
      await ended
      if (!job.answer || !hasEnded(job))
        throw job.state === 'cancelled'
          ? refused('CONFLICT', 'Importen ble avbrutt.')
          : refused('UNAVAILABLE')
    } catch (error) {
      if (job.rows === 0) await jobs.discard(job.id)
      throw asRefusal(error)
    }
    if (job.state === 'failed') refuseBeyondLimit(job)
  }

  app.post(
    '/api/csv-import/:entity',
    {
      config: { needs: 'edit', form: uploadForm },
      onRequest: roomForBody(disk, multipartLimits.fileSize),
      schema: {
        params: byImportable,
        querystring: z.object({
          async: z
            .enum(['true', 'false'])
            .default('false')
            .describe('true: svar 202 straks, med jobben å følge')
            .meta({ examples: ['false'] }),
        }),
        tags,
        summary:
          'Importer en CSV-fil, en Excel-arbeidsbok (.xlsx) eller en prisfil (EFO/NELFO 4.0)',
        consumes: ['multipart/form-data'],
        response: { 200: importAnswer, 202: successSchema(jobAnswer) },
      },
    },
    async (request, reply) => {
      await caughtUp(request)
      const entity = importableIn(request.params)
      const id = idFor(request)
      const one = await alone([exclusive(id)], async () => {
        const before = await jobs.find(id)
        return before ? again(request, before, entity) : begin(request, id, entity)
      })
      if (request.query.async === 'true') return reply.code(202).send(success(jobs.answerOf(one)))
      await finished(one)
      setPosition(reply, reachedBy(one.job))
      return reply.send(one.job.answer)
    },
  )
}
