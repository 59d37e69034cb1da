import type { z } from 'zod'
import { success } from '#contracts/answers.ts'
import {
  bulkChangeBody,
  bulkDeleteBody,
  type BulkChangeBody,
  type BulkWork,
} from '#contracts/bulk.ts'
import { counted } from '#contracts/counted.ts'
import { bulkKeys } from '#contracts/bulk-fields.ts'
import { entities } from '#contracts/catalogue/index.ts'
import { jobAnswer } from '#contracts/csv/job-answer.ts'
import { optionsSchema } from '#contracts/csv/options.ts'
import type { Entity } from '#contracts/entity.ts'
import { successSchema } from '#kernel/openapi.ts'
import type { App } from '#kernel/types.ts'
import { keepSelection } from '../bulk/selection.ts'
import type { Job } from '../store/job-repository.ts'
import type { RouteDependencies } from './job-routes.ts'
import { createJobStarter } from './start-job.ts'

const nameOf = ({ noun }: Entity, { length }: readonly number[]): string =>
  counted(length, noun.one, noun.many)

/** An example: clears an optional field, or names another record. */
const exampleOf = (entity: Entity) => {
  const [first = ''] = bulkKeys(entity)
  const key = bulkKeys(entity).find((one) => !entity.fields[one]!.required)
  return { ids: [1], set: key === undefined ? { [first]: 1 } : { [key]: null }, dryRun: true }
}

type BulkRoute = {
  readonly path: 'change' | 'delete'
  readonly summary: string
  readonly example: object
  readonly body: z.ZodType
  readonly workOf: (body: BulkChangeBody) => Pick<Job, 'options'> & { readonly bulk: BulkWork }
}

const routesOf = (entity: Entity): readonly BulkRoute[] => [
  {
    path: 'change',
    summary: `Endre mange ${entity.noun.many} på én gang`,
    example: exampleOf(entity),
    body: bulkChangeBody(entity),
    workOf: ({ set, add, remove, pricing, maxMovedPrices, movedPercent }) => ({
      bulk: { kind: 'change', change: { set, add, remove, pricing } },
      options: { ...optionsSchema.parse({}), maxMovedPrices, movedPercent },
    }),
  },
  {
    path: 'delete',
    summary: `Slett mange ${entity.noun.many} på én gang, men ikke det som er i bruk`,
    example: { ids: [1], dryRun: true },
    body: bulkDeleteBody,
    workOf: () => ({ bulk: { kind: 'delete' }, options: optionsSchema.parse({}) }),
  },
]

/** Bulk changes: imports whose rows are selected records. */
export const bulkRoutes = (app: App, needs: RouteDependencies): void => {
  const start = createJobStarter(needs)
  const add = (entity: Entity, { path, summary, example, body, workOf }: BulkRoute) => {
    const schema = {
      tags: [entity.name],
      summary,
      description:
        'Svarer en jobb å følge, kjøre og angre under /api/csv-import/jobs, som en import.',
      body,
      response: { 202: successSchema(jobAnswer) },
    }
    const config = { needs: 'edit', example } as const
    app.post(`/api/${entity.name}/bulk/${path}`, { config, schema }, async (request, reply) => {
      const body = request.body as BulkChangeBody
      const { ids, dryRun, reason } = body
      const one = await start(request, { entity, isBulk: true }, async (file) => {
        await keepSelection(file, ids)
        const job = { fileName: nameOf(entity, ids), choices: {}, reason, ...workOf(body) }
        return { job, isDryRun: dryRun }
      })
      return reply.code(202).send(success(needs.jobs.answerOf(one)))
    })
  }
  for (const entity of entities.filter((one) => bulkKeys(one).length > 0))
    for (const route of routesOf(entity)) add(entity, route)
}
