import { entities, entityNamed } from '#contracts/catalogue/index.ts'
import { changeBody, createBody } from '#contracts/bodies.ts'
import type { Entity } from '#contracts/entity.ts'
import type { NewPricing, PricingChanges } from '#contracts/pricing.ts'
import { recordSchema } from '#contracts/records.ts'
import { byId, byUuid } from '../../kernel/params.ts'
import type { App } from '../../kernel/types.ts'
import type { Commands, ItemDone, ParsedBody } from '#command/kernel/commands.ts'
import { deleteRoute } from '#command/kernel/delete-route.ts'
import { commandHeaders, responses } from '#command/kernel/describe.ts'
import type { Edge } from '#command/kernel/edge.ts'
import { exampleOf } from './examples.ts'

/** A record as it is answered after a command, and its version. */
export type AnswerOf = (
  entity: Entity,
  done: ItemDone,
) => Promise<{ readonly data: unknown; readonly version: bigint }>

type Needs = { readonly commands: Commands; readonly edge: Edge; readonly answerOf: AnswerOf }

/** Create, update and delete, the same for every entity of the catalogue. */
export const catalogueRoutes = (app: App, { commands, edge, answerOf }: Needs): void => {
  for (const entity of entities) {
    const { name, noun } = entity
    const tags = [name]
    const config = { needs: 'edit' } as const
    const params = name === 'projects' ? byUuid : byId
    const example = exampleOf(entity)
    const required = Object.keys(entity.fields).filter((key) => entity.fields[key]!.required)
    const headers = commandHeaders
    const record = recordSchema(entity)
    const answer = (status: number) => async (done: ItemDone) => ({
      status,
      ...(await answerOf(entity, done)),
    })

    app.post(
      `/api/${name}`,
      {
        config: { ...config, example },
        schema: {
          tags,
          summary: `Opprett ${noun.one}`,
          headers,
          body: createBody(entity).meta({ required }),
          response: responses(201, record),
        },
      },
      (request, reply) =>
        edge(
          request,
          reply,
          (by) => commands.register(entity, request.body as ParsedBody<NewPricing>, by),
          answer(201),
        ),
    )

    app.put(
      `/api/${name}/:id`,
      {
        config: { ...config, example },
        schema: {
          tags,
          summary: `Endre ${noun.the}: det som ikke er med, blir stående`,
          headers,
          params,
          body: changeBody(entity),
          response: responses(200, record),
        },
      },
      (request, reply) =>
        edge(
          request,
          reply,
          (by) =>
            commands.revise(
              entity,
              request.params.id,
              request.body as ParsedBody<PricingChanges>,
              by,
            ),
          answer(200),
        ),
    )

    deleteRoute<typeof byId | typeof byUuid>(app, edge, {
      path: `/api/${name}/:id`,
      tag: name,
      summary: `Slett ${noun.the}`,
      params,
      run: ({ id }, by) => commands.remove(entity, id, by),
      idOf: ({ id }) => id,
    })
  }
  eraseRoute(app, { commands, edge, answerOf })
}

const eraseRoute = (app: App, { commands, edge, answerOf }: Needs): void => {
  const entity = entityNamed('suppliers')
  app.delete(
    '/api/suppliers/:id/contact',
    {
      config: { needs: 'edit' },
      schema: {
        tags: ['suppliers'],
        summary: 'Slett kontaktopplysningene for godt, også i historikken',
        description:
          'Kontaktperson, e-post og telefon tømmes, og alt som er lagret om dem før, blir uleselig. Ordre e-post beholdes slik den er nå.',
        headers: commandHeaders,
        params: byId,
        response: responses(200, recordSchema(entity)),
      },
    },
    (request, reply) =>
      edge(
        request,
        reply,
        (by) => commands.erase(entity, request.params.id, by),
        async (done) => ({ status: 200, ...(await answerOf(entity, done)) }),
      ),
  )
}
