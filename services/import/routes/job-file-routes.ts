import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { plannedChange } from '#contracts/csv/answer.ts'
import { dispositionOf } from '#kernel/headers.ts'
import { successSchema } from '#kernel/openapi.ts'
import { wholeNumber } from '#kernel/params.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { readChanges } from '../store/uploads.ts'
import type { ImportJobs } from '../jobs/import-jobs.ts'
import { base, foundJob, ofJob, type RouteDependencies } from './job-routes.ts'

const page = z.object({
  limit: wholeNumber(1, 1_000).default(100),
  after: z
    .string()
    .regex(/^\d{1,15}$/, 'Må være X-Next-After fra forrige side')
    .transform(Number)
    .meta({ type: 'integer' })
    .default(0),
})

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

const rejectedRowsRoute = (app: App, jobs: ImportJobs): void => {
  app.get(
    `${base}/:id/faulty.csv`,
    ofJob('Radene med feil, med en kolonne «Feil»', { produces: ['text/csv'] }),
    async (request, reply) => {
      const { job } = await foundJob(jobs, request.params.id)
      const path = jobs.uploads.faulty(job.id)
      try {
        await access(path)
      } catch {
        throw refused('NOT_FOUND', 'Importen har ingen rader med feil.')
      }
      const name = `${job.fileName.replace(/\.\w{1,5}$/, '')}_feil.csv`
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', dispositionOf(name))
        .send(createReadStream(path))
    },
  )
}

/** All changes of a dry run; its answer has only the first ones. */
const changesRoute = (app: App, jobs: ImportJobs): void => {
  const { config: ofAll, schema } = ofJob(
    'Hvert felt en prøvekjøring ville endre, fra og til, i filens rekkefølge',
  )
  const paged = {
    ...schema,
    querystring: page,
    description: '`X-Next-After` er med så lenge det er flere.',
    response: { 200: successSchema(z.array(plannedChange)) },
  }
  const config = { ...ofAll, answers: ['x-next-after'] } as const
  app.get(`${base}/:id/changes`, { config, schema: paged }, async ({ params, query }, reply) => {
    await foundJob(jobs, params.id)
    try {
      const found = await readChanges(jobs.uploads.changes(params.id), query.after, query.limit)
      if (!found) throw refused('VALIDATION', 'after må være X-Next-After fra forrige side')
      if (found.next !== null) void reply.header('x-next-after', found.next)
      return success(found.changes)
    } catch (error) {
      if (isMissing(error)) throw refused('NOT_FOUND', 'Importen ble ikke prøvekjørt.')
      throw error
    }
  })
}

export const jobFileRoutes = (app: App, { jobs }: Pick<RouteDependencies, 'jobs'>): void => {
  rejectedRowsRoute(app, jobs)
  changesRoute(app, jobs)
}
