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
import { actorOf } from '#kernel/actor.ts'
import { createLocks, exclusive } from '#kernel/locks.ts'
import { successSchema } from '#kernel/openapi.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import type { RunningJob } from '../jobs/running-job.ts'
import type { RouteDependencies } from './job-routes.ts'
import { freshJob, idFor } from './new-job.ts'
import { keepSelection } from '../bulk/selection.ts'

const number = new Intl.NumberFormat('nb-NO')

/** What a selection is called, where an import has the name of its file. */
const nameOf = ({ noun }: Entity, { length }: readonly number[]): string =>
  `${number.format(length)} ${length === 1 ? noun.one : noun.many}`

type Needs = RouteDependencies & { readonly now: () => Date }
type Begun = {
  readonly entity: Entity
  readonly bulk: BulkWork
  readonly options: ImportOptions
  readonly asked: Selection
}

/** Begins the job of a request, once however often that is sent. */
const createStarter = ({ jobs, caughtUp, now }: Needs) => {
  const alone = createLocks()
  const begin = async (
    request: FastifyRequest,
    id: string,
    { entity, bulk, options, asked }: Begun,
  ): Promise<RunningJob> => {
    const { ids, dryRun, reason } = asked
    try {
      await keepSelection(await jobs.uploads.make(id), ids)
      const startedAt = now().toISOString()
      const about = { id, entity: entity.name, fileName: nameOf(entity, ids), startedAt }
      const job = { ...freshJob, ...about, ...actorOf(request.user), reason, options, bulk }
      return await jobs.begin({ ...job, choices: {}, made: [] }, dryRun)
    } catch (error) {
      await jobs.discard(id)
      throw error
    }
  }
  return async (request: FastifyRequest, begun: Begun): Promise<RunningJob> => {
    await caughtUp(request)
    const id = idFor(request)
    return alone([exclusive(id)], async () => {
      const before = await jobs.find(id)
      if (!before) return begin(request, id, begun)
      if (before.job.entity !== begun.entity.name || !before.job.bulk)
        throw refused(
          'CONFLICT',
          'Denne Idempotency-Key er allerede brukt til en annen forespørsel.',
        )
      jobs.retry(before)
      return before
    })
  }
}

const changeIn = ({ set, add, remove, pricing }: BulkChangeBody): BulkChange => ({
  set,
  add,
  remove,
  pricing,
})

type Start = ReturnType<typeof createStarter>
type RouteNeeds = { readonly app: App; readonly start: Start; readonly jobs: Needs['jobs'] }

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

const changeRoute = ({ app, start, jobs }: RouteNeeds, entity: Entity): void => {
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
      const one = await start(request, { entity, bulk, options, asked })
      return reply.code(202).send(success(jobs.answerOf(one)))
    },
  )
}

const deleteRoute = ({ app, start, jobs }: RouteNeeds, entity: Entity): void => {
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
      const one = await start(request, { entity, bulk: { kind: 'delete' }, options, asked })
      return reply.code(202).send(success(jobs.answerOf(one)))
    },
  )
}

/** Many records at once: imports whose rows are the records that somebody selected. */
export const bulkRoutes = (app: App, needs: Needs): void => {
  const given = { app, start: createStarter(needs), jobs: needs.jobs }
  for (const entity of entities.filter((one) => bulkKeys(one).length > 0)) {
    changeRoute(given, entity)
    deleteRoute(given, entity)
  }
}
