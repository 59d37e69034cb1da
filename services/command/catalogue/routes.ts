import { entities, entityNamed } from '#contracts/catalogue/index.ts'
import type { ItemId } from '#contracts/catalogue/item.ts'
import type { Entity } from '#contracts/entity.ts'
import type { NewPricing, PricingChanges } from '#contracts/pricing.ts'
import { changeBody, createBody, recordSchema } from '#contracts/records.ts'
import { byId, byUuid } from '#kernel/params.ts'
import type { App } from '#kernel/types.ts'
import type { ItemDone } from '../item/item-handler.ts'
import { commandRoute, deleteRoute } from '../kernel/command-routes.ts'
import type { Answer, HttpCommands } from '../kernel/http-command.ts'
import type { Commands, ParsedBody } from './commands.ts'
import { exampleOf } from './examples.ts'

type AnswerOf = (entity: Entity, done: ItemDone) => Promise<Answer>

export const catalogueRoutes = (
  app: App,
  http: HttpCommands,
  commands: Commands,
  answerOf: AnswerOf,
): void => {
  for (const entity of entities) {
    const { name, noun } = entity
    const required = Object.keys(entity.fields).filter((key) => entity.fields[key]!.required)
    const params = name === 'projects' ? byUuid : byId
    const shared = {
      tag: name,
      example: exampleOf(entity),
      response: recordSchema(entity),
      answer: (done: ItemDone) => answerOf(entity, done),
    }
    commandRoute<unknown, unknown, ItemDone>(app, http, 'POST', `/api/${name}`, {
      ...shared,
      summary: `Opprett ${noun.one}`,
      body: createBody(entity).meta({ required }),
      status: 201,
      run: (_params, body, by) => commands.register(entity, body as ParsedBody<NewPricing>, by),
    })
    commandRoute<{ id: ItemId }, unknown, ItemDone>(app, http, 'PUT', `/api/${name}/:id`, {
      ...shared,
      summary: `Endre ${noun.the}: det som ikke er med, blir stående`,
      params,
      body: changeBody(entity),
      run: ({ id }, body, by) =>
        commands.revise(entity, id, body as ParsedBody<PricingChanges>, by),
    })
    deleteRoute<{ id: ItemId }>(app, http, `/api/${name}/:id`, {
      tag: name,
      summary: `Slett ${noun.the}`,
      params,
      run: ({ id }, by) => commands.remove(entity, id, by),
      idOf: ({ id }) => id,
    })
  }
  eraseRoute(app, http, commands, answerOf)
}

const eraseRoute = (app: App, http: HttpCommands, commands: Commands, answerOf: AnswerOf): void => {
  const entity = entityNamed('suppliers')
  commandRoute(app, http, 'DELETE', '/api/suppliers/:id/contact', {
    tag: 'suppliers',
    summary: 'Slett kontaktopplysningene for godt, også i historikken',
    description:
      'Kontaktperson, e-post og telefon tømmes, og alt som er lagret om dem før, blir uleselig. Ordre e-post beholdes slik den er nå.',
    params: byId,
    response: recordSchema(entity),
    run: ({ id }, _body, by) => commands.erase(entity, id, by),
    answer: (done) => answerOf(entity, done),
  })
}
