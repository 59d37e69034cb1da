import { z } from 'zod'
import { entities, pricedEntities, type PricedEntity } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import { newPricing, pricingChanges, pricingSchema } from '#contracts/pricing.ts'
import { invalid, isRefusal } from '#contracts/refusals.ts'
import { streamOf } from '#contracts/streams.ts'
import { capitalized } from '#contracts/text.ts'
import { exclusive, type Locks } from '#kernel/locks.ts'
import type { App } from '#kernel/types.ts'
import { pricingAnswer } from '../item/answer.ts'
import type { Commands, ItemDone } from '../item/commands.ts'
import type { ItemCommand } from '../item/item-decider.ts'
import type { ItemHandler } from '../item/item-handler.ts'
import { newPrice } from '../item/price.ts'
import { commandRoute, deleteRoute } from '../kernel/command-routes.ts'
import { keyLock, type By } from '../kernel/context.ts'
import type { HttpCommands } from '../kernel/http-command.ts'

const pricedBy = (type: PricedEntity): Entity => entities.find(({ priced }) => priced === type)!

type PricingCommands = Pick<Commands, 'price' | 'reprice' | 'clearPrice'>

export const createPricingCommands = (
  locks: Locks,
  handlerOf: (entity: Entity) => ItemHandler,
): PricingCommands => {
  const run = (type: PricedEntity, id: number, by: By, command: ItemCommand) => {
    const entity = pricedBy(type)
    const held = [...keyLock(by), exclusive(streamOf(entity, id))]
    return locks(held, () => handlerOf(entity).handle(by, id, command))
  }
  return {
    price: (type, id, pricing, by) =>
      run(type, id, by, { type: 'Price', data: { id, price: newPrice(pricing) } }),
    reprice: (type, id, pricing, by) =>
      run(type, id, by, { type: 'Reprice', data: { id, pricing } }),
    clearPrice: (type, id, by) => run(type, id, by, { type: 'ClearPrice', data: { id } }),
  }
}

type Priced = { readonly entityType: PricedEntity; readonly entityId: number }

const pairBody = newPricing.safeExtend({
  entityType: z.enum(pricedEntities),
  entityId: z.int().positive().max(2_147_483_647),
})

const priceId = z
  .string()
  .regex(new RegExp(`^(${pricedEntities.join('|')})-[1-9]\\d{0,9}$`))
  .meta({ examples: ['componenttype-1'] })
  .transform((text): Priced => {
    const [entityType, entityId] = text.split('-') as [PricedEntity, string]
    return { entityType, entityId: Number(entityId) }
  })
const params = z.object({ id: priceId })

const example = {
  costPrice: 12.5,
  costPriceCurrency: 'NOK',
  priceFactor: 1.4,
  listPrice: 20,
  unit: 'stk',
}

const answer = ({ state }: ItemDone, { entityType, entityId }: Priced) => ({
  data: pricingAnswer(entityType, entityId, state.price!),
  version: state.version,
})

export const pricingRoutes = (app: App, http: HttpCommands, commands: PricingCommands): void => {
  const shared = { tag: 'pricing', response: pricingSchema }
  commandRoute(app, http, 'POST', '/api/pricing', {
    ...shared,
    summary: 'Gi en komponent, motortype eller sensortype pris: har den en, endres den med PUT',
    example: { entityType: 'componenttype', entityId: 1, ...example },
    body: pairBody,
    status: 201,
    run: async (_params, { entityType, entityId, ...pricing }, by) => {
      const outcome = await commands.price(entityType, entityId, pricing, by)
      if (!isRefusal(outcome) || outcome.refused !== 'NOT_FOUND') return outcome
      const message = `${capitalized(pricedBy(entityType).noun.the)} finnes ikke`
      return invalid([{ path: 'entityId', message }])
    },
    answer: (done, _params, body) => answer(done, body),
  })
  commandRoute(app, http, 'PUT', '/api/pricing/:id', {
    ...shared,
    summary: 'Endre en pris: det som ikke er med, blir stående',
    example,
    params,
    body: pricingChanges,
    run: ({ id }, body, by) => commands.reprice(id.entityType, id.entityId, body, by),
    answer: (done, { id }) => answer(done, id),
  })
  deleteRoute(app, http, '/api/pricing/:id', {
    tag: 'pricing',
    summary: 'Nullstill en pris: ingen kostpris, faktor 1, ingen listepris',
    params,
    run: ({ id }, by) => commands.clearPrice(id.entityType, id.entityId, by),
    idOf: ({ id }) => `${id.entityType}-${id.entityId}`,
  })
}
