import { z } from 'zod'
import { entities } from '#contracts/catalogue/index.ts'
import { numberOrNull } from '#contracts/decimal.ts'
import type { Entity } from '#contracts/entity.ts'
import { offerAnswer as offerSchema, offerBody, type OfferAnswer } from '#contracts/offers.ts'
import { reasonBody } from '#contracts/reason.ts'
import { recordSchema } from '#contracts/records.ts'
import { numberId } from '#kernel/params.ts'
import type { ItemDone } from '../item/item-handler.ts'
import type { Answers, RecordView } from '../item/answer.ts'
import type { CommandRoutes } from '../kernel/command-routes.ts'
import type { Commands } from './commands.ts'

const params = z.object({ id: numberId, supplierId: numberId })

const example = {
  supplierArticlenumber: '2002-1',
  costPrice: 11.9,
  costPriceCurrency: 'NOK',
  unit: 'stk',
  minimumOrder: 100,
  leadTime: 14,
}

const offerAnswer = async (
  view: Pick<RecordView, 'title'>,
  { state }: ItemDone,
  supplierId: number,
): Promise<OfferAnswer> => {
  const { costPrice, ...offer } = state.offers.get(supplierId)!
  return {
    supplierId,
    supplierName: await view.title('suppliers', supplierId),
    ...offer,
    costPrice: numberOrNull(costPrice),
  }
}

const routesOf = (
  routes: CommandRoutes,
  commands: Commands,
  { viewOf, answerOf }: Answers,
  entity: Entity,
): void => {
  const { name: tag, noun } = entity
  const url = `/api/${tag}/:id/offers/:supplierId`
  routes.add('PUT', url, {
    tag,
    summary: `Legg til eller endre en annen leverandørs tilbud på ${noun.the}`,
    description: 'Det som ikke er med, blir stående.',
    example,
    params,
    body: offerBody,
    response: offerSchema,
    isVersioned: true,
    run: ({ id, supplierId }, body, by) => commands.setOffer(entity, id, supplierId, body, by),
    answer: async (done, { supplierId }) => ({
      data: await offerAnswer(viewOf(done), done, supplierId),
      version: done.state.version,
    }),
  })
  routes.add('PUT', `${url}/preferred`, {
    tag,
    summary: `Gjør tilbudet foretrukket: ${noun.the} får leverandøren, nummeret og prisen`,
    description: 'Det leverandøren til nå tok, blir et tilbud.',
    example: { reason: 'Kortere leveringstid' },
    params,
    body: reasonBody,
    response: recordSchema(entity),
    isVersioned: true,
    run: ({ id, supplierId }, body, by) =>
      commands.preferOffer(entity, id, supplierId, body?.reason, by),
    answer: (done) => answerOf(entity, done),
  })
  routes.addDelete(url, {
    tag,
    summary: `Fjern en leverandørs tilbud på ${noun.the}`,
    params,
    run: ({ id, supplierId }, _body, by) => commands.removeOffer(entity, id, supplierId, by),
    idOf: ({ supplierId }) => supplierId,
  })
}

export const offerRoutes = (routes: CommandRoutes, commands: Commands, answers: Answers): void => {
  for (const entity of entities) if (entity.priced) routesOf(routes, commands, answers, entity)
}
