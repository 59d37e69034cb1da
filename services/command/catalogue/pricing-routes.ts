import { z } from 'zod'
import { entityPricedAs, pricedEntities } from '#contracts/catalogue/index.ts'
import { missingText } from '#contracts/entity.ts'
import { recordId } from '#contracts/field-schemas.ts'
import { pricingBody, pricingChanges, pricingSchema } from '#contracts/pricing.ts'
import { reasonBody } from '#contracts/reason.ts'
import { invalid, isRefusal } from '#contracts/refusals.ts'
import { byPricingId, type Priced } from '#kernel/params.ts'
import { pricingAnswer, type Answers } from '../item/answer.ts'
import type { ItemDone } from '../item/item-handler.ts'
import type { CommandRoutes } from '../kernel/command-routes.ts'
import type { Commands } from './commands.ts'

const pairBody = pricingBody.safeExtend({
  entityType: z.enum(pricedEntities),
  entityId: recordId,
})

const example = {
  costPrice: 12.5,
  costPriceCurrency: 'NOK',
  priceFactor: 1.4,
  listPrice: 20,
  unit: 'stk',
  validFrom: '2027-01-01',
  reason: 'Ny rammeavtale',
}

export const pricingRoutes = (
  routes: CommandRoutes,
  commands: Commands,
  { viewOf }: Answers,
): void => {
  const answer = (done: ItemDone, { entityType, entityId }: Priced) => {
    const { prices, version } = done.state
    return { data: pricingAnswer(entityType, entityId, prices, viewOf(done).day), version }
  }
  const shared = { tag: 'pricing', response: pricingSchema, isVersioned: true }
  routes.add('POST', '/api/pricing', {
    ...shared,
    summary: 'Gi en del den første prisen; den som finnes, endres med PUT',
    example: { entityType: 'componenttype', entityId: 1, ...example },
    body: pairBody,
    status: 201,
    run: async (_params, { entityType, entityId, ...pricing }, by) => {
      const outcome = await commands.price(entityType, entityId, pricing, by)
      if (!isRefusal(outcome) || outcome.refused !== 'NOT_FOUND') return outcome
      return invalid([{ path: 'entityId', message: missingText(entityPricedAs(entityType)) }])
    },
    answer: (done, _params, body) => answer(done, body),
  })
  routes.add('PUT', '/api/pricing/:id', {
    ...shared,
    summary: 'Endre en pris: det som ikke er med, blir stående',
    example,
    params: byPricingId,
    body: pricingChanges,
    run: ({ id }, body, by) => commands.reprice(id.entityType, id.entityId, body, by),
    answer: (done, { id }) => answer(done, id),
  })
  routes.addDelete('/api/pricing/:id', {
    tag: 'pricing',
    summary: 'Nullstill en pris: ingen kostpris, faktor 1, ingen listepris',
    params: byPricingId,
    body: reasonBody,
    run: ({ id }, body, by) => commands.clearPrice(id.entityType, id.entityId, body?.reason, by),
    idOf: ({ id }) => `${id.entityType}-${id.entityId}`,
  })
}
