import type { FastifyRequest } from 'fastify'
import { success } from '#contracts/answers.ts'
import {
  bulkChangeBody,
  bulkDeleteBody,
  type BulkChange,
  type BulkChangeBody,
  type BulkWork,
  type Selection,
} from '#contracts/bulk.ts'
import { bulkKeys } from '#contracts/bulk-fields.ts'
import { entities } from '#contracts/catalogue/index.ts'
import { jobAnswer } from '#contracts/csv/answer.ts'
import { optionsSchema, type ImportOptions } from '#contracts/csv/options.ts'
import type { Entity } from '#contracts/entity.ts'
import { successSchema } from '#kernel/openapi.ts'
import type { App } from '#kernel/types.ts'
import type { RunningJob } from '../jobs/running-job.ts'
import { keepSelection } from '../bulk/selection.ts'
import { createJobStarter, type StarterNeeds } from './start-job.ts'

const number = new Intl.NumberFormat('nb-NO')

/** What a selection is called, where an import has the name of its file. */
const nameOf = ({ noun }: Entity, { length }: readonly number[]): string =>
  `${number.format(length)} ${length === 1 ? noun.one : noun.many}`

type Begun = {
  readonly entity: Entity
  readonly bulk: BulkWork
  readonly options: ImportOptions
  readonly asked: Selection
}

const changeIn = ({ set, add, remove, pricing }: BulkChangeBody): BulkChange => ({
  set,
  add,
  remove,
  pricing,
})

type RouteNeeds = {
  readonly app: App
  readonly jobs: StarterNeeds['jobs']
  readonly begin: (request: FastifyRequest, begun: Begun) => Promise<RunningJob>
}

const shared = (entity: Entity) => ({
  tags: [entity.name],
  response: { 202: successSchema(jobAnswer) },
  description: 'Svarer en jobb å følge, kjøre og angre under /api/csv-import/jobs, som en import.',
})

/** What can be emptied is; of what has only what is required, another record is named. */
const exampleOf = (entity: Entity) => {
  const [first = ''] = bulkKeys(entity)
  const key = bulkKeys(entity).find((one) => !entity.fields[one]!.required)
  return { ids: [1], set: key === undefined ? { [first]: 1 } : { [key]: null }, dryRun: true }
}

const changeRoute = ({ app, begin, jobs }: RouteNeeds, entity: Entity): void => {
  const example = exampleOf(entity)
  const summary = `Endre mange ${entity.noun.many} på én gang`
  app.post(
    `/api/${entity.name}/bulk/change`,
    {
      config: { needs: 'edit', example },
      schema: { ...shared(entity), summary, body: bulkChangeBody(entity) },
    },
    async (request, reply) => {
      const asked = request.body as BulkChangeBody
      const bulk: BulkWork = { kind: 'change', change: changeIn(asked) }
      const { maxMovedPrices, movedPercent } = asked
      const options = { ...optionsSchema.parse({}), maxMovedPrices, movedPercent }
      const one = await begin(request, { entity, bulk, options, asked })
      return reply.code(202).send(success(jobs.answerOf(one)))
    },
  )
}

const deleteRoute = ({ app, begin, jobs }: RouteNeeds, entity: Entity): void => {
  const summary = `Slett mange ${entity.noun.many} på én gang, men ikke det som er i bruk`
  app.post(
    `/api/${entity.name}/bulk/delete`,
    {
      config: { needs: 'edit', example: { ids: [1], dryRun: true } },
      schema: { ...shared(entity), summary, body: bulkDeleteBody },
    },
    async (request, reply) => {
      const asked = request.body
      const options = optionsSchema.parse({})
      const one = await begin(request, { entity, bulk: { kind: 'delete' }, options, asked })
      return reply.code(202).send(success(jobs.answerOf(one)))
    },
  )
}

/** Many records at once: imports whose rows are the records that somebody selected. */
export const bulkRoutes = (app: App, needs: StarterNeeds): void => {
  const start = createJobStarter(needs)
  const begin: RouteNeeds['begin'] = (request, { entity, bulk, options, asked }) =>
    start(request, { entity, isBulk: true }, async (path) => {
      const { ids, dryRun, reason } = asked
      await keepSelection(path, ids)
      const job = { fileName: nameOf(entity, ids), options, choices: {}, reason, bulk }
      return { job, isDryRun: dryRun }
    })
  const given = { app, begin, jobs: needs.jobs }
  for (const entity of entities.filter((one) => bulkKeys(one).length > 0)) {
    changeRoute(given, entity)
    deleteRoute(given, entity)
  }
}
