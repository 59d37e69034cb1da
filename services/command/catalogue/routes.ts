import { assembly, entities } from '#contracts/catalogue/index.ts'
import type { ItemId } from '#contracts/catalogue/item.ts'
import { holdsPersonal, personalKeys, type Entity } from '#contracts/entity.ts'
import type { NewPricing, PricingChanges } from '#contracts/pricing.ts'
import { changeBody, createBody, recordSchema } from '#contracts/records.ts'
import { joinWithAnd } from '#contracts/text.ts'
import { byIdOf } from '#kernel/params.ts'
import type { Answers } from '../item/answer.ts'
import type { ItemDone } from '../item/item-handler.ts'
import type { CommandRoutes } from '../kernel/command-routes.ts'
import type { Commands, ParsedBody } from './commands.ts'
import { exampleOf } from './examples.ts'

const recordBack =
  'Posten kommer tilbake med samme id, priser og filer. Kontaktopplysninger, og det posten viste til som er slettet siden, kommer ikke tilbake.'
const assemblyBack =
  'Den kommer tilbake med samme id, linjer og attributter, og i de sammenstillingene den var i. Er noe i den slettet siden, eller ville den gitt en sirkel, avvises det.'

/** What the routes of one entity have in common. */
const sharedBy = (entity: Entity, { answerOf }: Answers) => ({
  tag: entity.name,
  params: byIdOf(entity),
  response: recordSchema(entity),
  isVersioned: true,
  answer: (done: ItemDone) => answerOf(entity, done),
})
type Shared = ReturnType<typeof sharedBy>

const writingRoutes = (
  routes: CommandRoutes,
  commands: Commands,
  entity: Entity,
  { params, ...shared }: Shared,
): void => {
  const { name, noun } = entity
  const example = exampleOf(entity)
  routes.add<unknown, unknown, ItemDone>('POST', `/api/${name}`, {
    ...shared,
    example,
    summary: `Opprett ${noun.one}`,
    body: createBody(entity),
    status: 201,
    run: (_params, body, by) => commands.register(entity, body as ParsedBody<NewPricing>, by),
  })
  routes.add<{ id: ItemId }, unknown, ItemDone>('PUT', `/api/${name}/:id`, {
    ...shared,
    example,
    summary: `Endre ${noun.the}: det som ikke er med, blir stående`,
    params,
    body: changeBody(entity),
    run: ({ id }, body, by) => commands.revise(entity, id, body as ParsedBody<PricingChanges>, by),
  })
}

const removingRoutes = (
  routes: CommandRoutes,
  commands: Commands,
  entity: Entity,
  shared: Shared,
): void => {
  const { tag, params } = shared
  const { noun } = entity
  const url = `/api/${entity.name}/:id`
  routes.addDelete<{ id: ItemId }>(url, {
    tag,
    summary: `Slett ${noun.the}`,
    params,
    run: ({ id }, _body, by) => commands.remove(entity, id, by),
    idOf: ({ id }) => id,
  })
  routes.add<{ id: ItemId }, unknown, ItemDone>('POST', `${url}/reinstate`, {
    ...shared,
    example: {},
    summary: `Angre slettingen av ${noun.the}`,
    description: entity === assembly ? assemblyBack : recordBack,
    mayBeTooLarge: entity === assembly,
    run: ({ id }, _body, by) =>
      commands.reinstate(entity, id, { ...by, note: { ...by.note, undoes: true } }),
  })
  if (holdsPersonal(entity))
    routes.add<{ id: ItemId }, unknown, ItemDone>('DELETE', `${url}/contact`, {
      ...shared,
      summary: 'Slett kontaktopplysningene for godt, også i historikken',
      description: erasureText(entity),
      run: ({ id }, _body, by) => commands.erase(entity, id, by),
    })
}

export const catalogueRoutes = (
  routes: CommandRoutes,
  commands: Commands,
  answers: Answers,
): void => {
  for (const entity of entities) {
    const shared = sharedBy(entity, answers)
    writingRoutes(routes, commands, entity, shared)
    removingRoutes(routes, commands, entity, shared)
  }
}

/** What erasing empties, and what it keeps because a record cannot be without it. */
export const erasureText = (entity: Entity): string => {
  const labels = (isRequired: boolean) =>
    joinWithAnd(
      personalKeys(entity)
        .map((key) => entity.fields[key]!)
        .filter(({ required = false }) => required === isRequired)
        .map(({ label }) => label),
    )
  const [emptied, kept] = [labels(false), labels(true)]
  return `${emptied} tømmes, og alt som er lagret om dem før, blir uleselig.${kept && ` ${kept} beholdes slik den er nå.`}`
}
