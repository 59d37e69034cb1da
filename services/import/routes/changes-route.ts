import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { plannedChange } from '#contracts/csv/answer.ts'
import { successSchema } from '#kernel/openapi.ts'
import { byUuid } from '#kernel/params.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { tags } from '../importable.ts'
import { readChanges } from '../store/change-log.ts'
import { foundJob, type RouteDependencies } from './job-routes.ts'

const whole = (pattern: RegExp, message: string) =>
  z.string().regex(pattern, message).transform(Number).meta({ type: 'integer' })

const page = z.object({
  limit: whole(/^([1-9]\d{0,2}|1000)$/, 'Må være et helt tall fra 1 til 1000').default(100),
  after: whole(/^\d{1,15}$/, 'Må være X-Next-After fra forrige side').default(0),
})

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** The answer of a dry run has the first of its changes; here are all. */
export const changesRoute = (app: App, { jobs }: Pick<RouteDependencies, 'jobs'>): void => {
  app.get(
    '/api/csv-import/jobs/:id/changes',
    {
      config: { needs: 'edit' },
      schema: {
        params: byUuid,
        querystring: page,
        tags,
        summary: 'Hvert felt en tørrkjøring ville endre, fra og til, i filens rekkefølge',
        description: '`X-Next-After` er med så lenge det er flere.',
        response: { 200: successSchema(z.array(plannedChange)) },
      },
    },
    async ({ params, query }, reply) => {
      await foundJob(jobs, params.id)
      try {
        const found = await readChanges(jobs.uploads.changes(params.id), query.after, query.limit)
        if (!found) throw refused('VALIDATION', 'after må være X-Next-After fra forrige side')
        if (found.next !== null) void reply.header('x-next-after', found.next)
        return success(found.changes)
      } catch (error) {
        if (isMissing(error)) throw refused('NOT_FOUND', 'Importen ble ikke tørrkjørt.')
        throw error
      }
    },
  )
}
