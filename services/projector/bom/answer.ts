import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ifNoneMatch } from '#kernel/openapi.ts'
import { byId } from '#kernel/params.ts'
import { assemblyMissing } from '#contracts/assembly/missing.ts'
import { Refused } from '#kernel/refused.ts'
import { answerWithRoom } from '#kernel/response-backpressure.ts'
import type { App } from '#kernel/types.ts'
import { pointInTimeQuery } from '../kernel/as-of.ts'
import { sendTagged } from '../kernel/list-answer.ts'
import type { BomModel } from './model.ts'
import type { ModelQuery } from './past/versions.ts'
import type { FindModel } from './past/find-model.ts'

export type BomQuery = (app: App, answer: Answer) => void

export type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  queries: readonly ModelQuery[],
  make: (...models: BomModel[]) => object,
) => Promise<unknown>

export const noAssembly = () => new Refused(assemblyMissing)

export const existingAssembly = ({ items }: BomModel, id: number): number => {
  if (!items.subassembly.has(id)) throw noAssembly()
  return id
}

type AssemblyQuery<Parameters extends z.ZodRawShape> = {
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly parameters?: Parameters
  readonly response: z.ZodType
  readonly answer: (
    model: BomModel,
    assembly: number,
    query: z.output<z.ZodObject<Parameters>>,
  ) => object
}

export const assemblyQuery =
  <Parameters extends z.ZodRawShape>(query: AssemblyQuery<Parameters>): BomQuery =>
  (app, answer) => {
    const { path, parameters, response, answer: make, ...words } = query
    const schema = {
      tags: ['assemblytypes'],
      ...words,
      params: byId,
      querystring: z.object({ ...parameters, ...pointInTimeQuery }),
      headers: ifNoneMatch,
      response: { 200: response },
    }
    app.get(
      `/api/assemblytypes/:id/${path}`,
      { config: { needs: 'read' }, schema },
      (request, reply) => {
        const { id } = request.params
        const asked = { ...request.query, scope: { what: 'below', ids: [id] } } as const
        return answer(request, reply, [asked], (model) =>
          make(model, existingAssembly(model, id), request.query as never),
        )
      },
    )
  }

/** The entity tag names the models' positions and days, so it changes only with the next event or day. */
export const answerFrom =
  (version: string, findModel: FindModel): Answer =>
  async (request, reply, queries, make) => {
    const found = await Promise.all(queries.map((one) => findModel(request, one)))
    return answerWithRoom(() => {
      const models = found.map((find) => find())
      const tag = `W/"${[version.slice(0, 8), ...models.map((one) => one.tag)].join('-')}"`
      // Before the entity tag is compared: an unknown assembly must be 404, never 304.
      const data = make(...models.map(({ model }) => model))
      return sendTagged(request, reply, { tag }, async () => ({ body: JSON.stringify(data) }))
    })
  }
