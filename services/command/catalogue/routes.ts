import { assembly, entities } from '#contracts/catalogue/index.ts'
import type { ItemId } from '#contracts/catalogue/item.ts'
import { holdsPersonal, personalKeys, type Entity } from '#contracts/entity.ts'
import type { Field, Kind, Value } from '#contracts/fields.ts'
import type { NewPricing, PricingChanges } from '#contracts/pricing.ts'
import { changeBody, createBody, recordSchema } from '#contracts/records.ts'
import { byId, byUuid } from '#kernel/params.ts'
import type { Answers } from '../item/answer.ts'
import type { ItemDone } from '../item/item-handler.ts'
import type { CommandRoutes } from '../kernel/command-routes.ts'
import type { Commands, ParsedBody } from './commands.ts'

const recordBack =
  'Posten kommer tilbake med samme id, priser og filer. Kontaktopplysninger, og det posten viste til som er slettet siden, kommer ikke tilbake.'
const assemblyBack =
  'Den kommer tilbake med samme id, linjer og attributter, og i de sammenstillingene den var i. Er noe i den slettet siden, eller ville den gitt en sirkel, avvises det.'

export const catalogueRoutes = (
  routes: CommandRoutes,
  commands: Commands,
  { answerOf }: Answers,
): void => {
  for (const entity of entities) {
    const { name, noun } = entity
    const params = name === 'projects' ? byUuid : byId
    const shared = {
      tag: name,
      example: exampleOf(entity),
      response: recordSchema(entity),
      answer: (done: ItemDone) => answerOf(entity, done),
    }
    routes.add<unknown, unknown, ItemDone>('POST', `/api/${name}`, {
      ...shared,
      summary: `Opprett ${noun.one}`,
      body: createBody(entity),
      status: 201,
      run: (_params, body, by) => commands.register(entity, body as ParsedBody<NewPricing>, by),
    })
    routes.add<{ id: ItemId }, unknown, ItemDone>('PUT', `/api/${name}/:id`, {
      ...shared,
      summary: `Endre ${noun.the}: det som ikke er med, blir stående`,
      params,
      body: changeBody(entity),
      run: ({ id }, body, by) =>
        commands.revise(entity, id, body as ParsedBody<PricingChanges>, by),
    })
    routes.addDelete<{ id: ItemId }>(`/api/${name}/:id`, {
      tag: name,
      summary: `Slett ${noun.the}`,
      params,
      run: ({ id }, _body, by) => commands.remove(entity, id, by),
      idOf: ({ id }) => id,
    })
    routes.add<{ id: ItemId }, unknown, ItemDone>('POST', `/api/${name}/:id/reinstate`, {
      ...shared,
      example: {},
      summary: `Angre slettingen av ${noun.the}`,
      description: entity === assembly ? assemblyBack : recordBack,
      params,
      mayBeTooLarge: entity === assembly,
      run: ({ id }, _body, by) =>
        commands.reinstate(entity, id, { ...by, note: { ...by.note, undoes: true } }),
    })
    if (holdsPersonal(entity))
      routes.add<{ id: ItemId }, unknown, ItemDone>('DELETE', `/api/${name}/:id/contact`, {
        tag: name,
        response: shared.response,
        answer: shared.answer,
        summary: 'Slett kontaktopplysningene for godt, også i historikken',
        description: erasureText(entity),
        params,
        run: ({ id }, _body, by) => commands.erase(entity, id, by),
      })
  }
}

const inWords = new Intl.ListFormat('nb')

/** What erasing empties, and what it keeps because a record cannot be without it. */
export const erasureText = (entity: Entity): string => {
  const labels = (isRequired: boolean) =>
    inWords.format(
      personalKeys(entity)
        .map((key) => entity.fields[key]!)
        .filter(({ required = false }) => required === isRequired)
        .map(({ label }) => label),
    )
  const [emptied, kept] = [labels(false), labels(true)]
  return `${emptied} tømmes, og alt som er lagret om dem før, blir uleselig.${kept && ` ${kept} beholdes slik den er nå.`}`
}

const examples: Record<Kind, (field: Field) => Value | undefined> = {
  text: (field) => `${field.label} 1`.slice(0, Math.min(field.max ?? 100, 40)),
  multiline: (field) => `${field.label}, første linje`,
  email: () => 'ordre@eksempel.no',
  url: () => 'https://eksempel.no',
  phone: () => '+47 22 00 00 00',
  number: () => 1.25,
  measure: () => 20,
  flag: () => true,
  choice: (field) => field.options?.[0] ?? '',
  suggestion: (field) => field.options?.[0] ?? field.label,
  list: () => ['en', 'to'],
  reference: () => 1,
  // Files must be uploaded first, so no example can name one.
  file: () => undefined,
  files: () => [],
}

/** A valid body if the referenced records have id 1. */
export const exampleOf = (entity: Entity): Record<string, unknown> => {
  const body: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(entity.fields)) {
    const value = examples[field.kind](field)
    if (value !== undefined) body[key] = value
  }
  if (entity.priced) body['pricing'] = { costPrice: 100.5, priceFactor: 1.4, unit: 'stk' }
  return body
}
