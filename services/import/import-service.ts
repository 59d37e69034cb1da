import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { StoreUnavailable } from '#contracts/event-log.ts'
import { positionOf } from '#kernel/headers.ts'
import type { Positions } from '#kernel/positions.ts'
import type { App } from '#kernel/types.ts'
import { bulkRoutes } from './routes/bulk-routes.ts'
import { template } from './csv/header-row.ts'
import { byImportable, tags } from './importable.ts'
import { createImportJobs, type JobDependencies } from './jobs/import-jobs.ts'
import { jobFileRoutes } from './routes/job-file-routes.ts'
import { jobRoutes } from './routes/job-routes.ts'
import { multipartLimits } from './routes/receive-upload.ts'
import { tableRoute } from './routes/table-route.ts'
import { uploadRoute } from './routes/upload-route.ts'

type Needs = Omit<JobDependencies, 'onFault'> & {
  readonly app: App
  /** How far the command service has read the log. */
  readonly positions: Pick<Positions, 'reach'>
  readonly ready: Promise<unknown>
  /** Registers a listener for erased personal data. */
  readonly onErased: (clear: (entity: string) => void) => void
}

const templateRoute = (app: App): void => {
  app.get(
    '/api/csv-import/:entity/template',
    {
      config: { needs: 'read' },
      schema: {
        params: byImportable,
        querystring: z.object({ separator: z.enum(['comma', 'semicolon']).default('comma') }),
        tags,
        summary: 'Mal for en CSV-fil',
        produces: ['text/csv'],
      },
    },
    async (request, reply) => {
      const entity = entityNamed(request.params.entity)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${entity.csv!.template}"`)
        .send(template(entity, request.query.separator === 'comma' ? ',' : ';'))
    },
  )
}

const timeout = 2_000

/** Adds imports to a service before it listens. Call `stop` before the service's own. */
export const createImportService = async ({
  app,
  disk,
  positions,
  ready,
  onErased,
  ...needs
}: Needs) => {
  let isReady = false
  const jobs = createImportJobs({
    ...needs,
    disk,
    onFault: (error, id, text = 'an import went wrong') =>
      app.log.error({ err: error, import: id }, text),
  })
  const caughtUp = async (request: FastifyRequest): Promise<void> => {
    const seen = positionOf(request)
    if (seen !== null) await positions.reach(seen, timeout)
  }
  onErased((entity) => {
    jobs
      .forgetEnded(entity)
      .catch((error: unknown) => app.log.error(error, 'imports still hold what was erased'))
  })
  // Requests wait for this, since they might find imports that are being removed.
  const resumed = ready
    .then(jobs.resume)
    .catch((error: unknown) => app.log.error(error, 'imports could not be resumed'))
    .finally(() => {
      isReady = true
    })

  await app.register(async (scope) => {
    await scope.register(multipart, { limits: multipartLimits, throwFileSizeLimit: false })
    templateRoute(scope)
    await scope.register(async (inner) => {
      inner.addHook('onRequest', async () => {
        if (!isReady) throw new StoreUnavailable('Imports have not been resumed yet')
      })
      jobRoutes(inner, { jobs, caughtUp })
      jobFileRoutes(inner, { jobs })
      tableRoute(inner, { uploads: jobs.uploads, disk })
      uploadRoute(inner, { jobs, disk, caughtUp })
      bulkRoutes(inner, { jobs, caughtUp })
    })
  })
  return { jobs, resumed, stop: jobs.stop }
}
