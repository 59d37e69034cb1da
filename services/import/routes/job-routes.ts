import { actorOf } from '#kernel/actor.ts'
import type { Asked } from '../commands.ts'
import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { jobAnswer } from '#contracts/csv/answer.ts'
import { reasonBody } from '#contracts/reason.ts'
import { setPosition } from '#kernel/headers.ts'
import { successSchema } from '#kernel/openapi.ts'
import { byUuid } from '#kernel/params.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { tags } from '../importable.ts'
import { reachedBy, type Job } from '../store/job-repository.ts'
import type { RunningJob } from '../jobs/running-job.ts'
import type { ImportJobs } from '../jobs/import-jobs.ts'
import { createEventStreams } from './job-events.ts'

export type RouteDependencies = {
  readonly jobs: ImportJobs
  readonly caughtUp: (request: FastifyRequest) => Promise<void>
}

/** @throws LIMIT where more prices move than was allowed: nothing has been written. */
export const refuseBeyondLimit = ({ id, answer }: Job): void => {
  if (answer?.refusal) throw refused('LIMIT', answer.refusal, { importId: id })
}

export const foundJob = async (jobs: ImportJobs, id: string): Promise<RunningJob> => {
  const one = await jobs.find(id)
  if (!one) throw refused('NOT_FOUND', 'Importen finnes ikke lenger.')
  return one
}

const edit = { needs: 'edit' } as const

export const jobRoutes = (app: App, { jobs, caughtUp }: RouteDependencies): void => {
  const streamEvents = createEventStreams(app, jobs)
  const found = (id: string) => foundJob(jobs, id)
  const mayNot = (text: string) => refused('CONFLICT', text)
  const response = { 200: successSchema(jobAnswer) }
  const byId = (summary: string, more = {}) => ({
    config: edit,
    schema: { params: byUuid, tags, summary, ...more },
  })
  const base = '/api/csv-import/jobs'

  app.get(
    base,
    {
      config: edit,
      schema: {
        tags,
        summary: 'De siste importene',
        response: { 200: successSchema(z.array(jobAnswer)) },
      },
    },
    async () => success(await jobs.list()),
  )
  app.get(`${base}/:id`, byId('En import', { response }), async (request, reply) => {
    const one = await found(request.params.id)
    setPosition(reply, reachedBy(one.job))
    return success(jobs.answerOf(one))
  })
  app.get(
    `${base}/:id/events`,
    byId('Fremdriften i en import, som hendelser'),
    async (request, reply) => {
      streamEvents(reply, await found(request.params.id))
      return reply
    },
  )
  app.get(
    `${base}/:id/faulty.csv`,
    byId('Radene med feil, med en kolonne «Feil»'),
    async (request, reply) => {
      const { job } = await found(request.params.id)
      const path = jobs.uploads.faulty(job.id)
      try {
        await access(path)
      } catch {
        throw refused('NOT_FOUND', 'Importen har ingen rader med feil.')
      }
      const name = `${job.fileName.replace(/\.\w{1,5}$/, '')}_feil.csv`
      return reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="feil.csv"; filename*=UTF-8''${encodeURIComponent(name)}`,
        )
        .send(createReadStream(path))
    },
  )
  const begins = (
    what: string,
    summary: string,
    begin: (one: RunningJob, asked: Asked) => Promise<boolean>,
    otherwise: string,
  ) =>
    app.post(
      `${base}/:id/${what}`,
      {
        config: edit,
        schema: {
          params: byUuid,
          body: reasonBody,
          tags,
          summary,
          response: { 202: successSchema(jobAnswer) },
        },
      },
      async (request, reply) => {
        await caughtUp(request)
        const one = await found(request.params.id)
        const asked = { ...actorOf(request.user), reason: request.body?.reason }
        if (!(await begin(one, asked))) throw mayNot(otherwise)
        return reply.code(202).send(success(jobs.answerOf(one)))
      },
    )
  begins(
    'run',
    'Gjør det en tørrkjøring viste, eller fortsett der en feil stoppet den',
    (one, asked) => {
      refuseBeyondLimit(one.job)
      return jobs.proceed(one, asked)
    },
    'Importen er allerede kjørt.',
  )
  begins(
    'undo',
    'Angre en hel import, eller fortsett der en feil stoppet det',
    jobs.undo,
    'Importen kan ikke angres nå.',
  )
  app.delete(
    `${base}/:id`,
    byId('Avbryt en import, eller angringen av den', { response }),
    async (request, reply) => {
      const one = await found(request.params.id)
      if (!jobs.cancel(one)) throw mayNot('Importen kjører ikke.')
      await one.ended.catch(() => undefined)
      setPosition(reply, reachedBy(one.job))
      return success(jobs.answerOf(one))
    },
  )
}
