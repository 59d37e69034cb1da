import { z } from 'zod'
import {
  newPricing,
  pricedEntities,
  pricingChanges,
  pricingSchema,
  type PricedEntity,
} from '#contracts/pricing.ts'
import { invalid, isRefusal } from '#contracts/refusals.ts'
import type { App } from '../../kernel/types.ts'
import { capital } from '#command/catalogue/names.ts'
import { pricingAnswer } from '#command/catalogue/record.ts'
import type { Commands, ItemDone } from '#command/kernel/commands.ts'
import { deleteRoute } from '#command/kernel/delete-route.ts'
import { commandHeaders, responses } from '#command/kernel/describe.ts'
import type { Edge } from '#command/kernel/edge.ts'
import { pricedBy } from './commands.ts'

const entityType = z.enum(pricedEntities)
const entityId = z.int().positive().max(2_147_483_647)

const pairBody = newPricing.safeExtend({ entityType, entityId })

const priceId = z
  .string()
  .regex(new RegExp(`^(${pricedEntities.join('|')})-[1-9]\\d{0,9}$`))
  .meta({ examples: ['componenttype-1'] })
  .transform((text) => {
    const at = text.lastIndexOf('-')
    return { entityType: text.slice(0, at) as PricedEntity, entityId: Number(text.slice(at + 1)) }
  })
const params = z.object({ id: priceId })

const example = {
  costPrice: 12.5,
  costPriceCurrency: 'NOK',
  priceFactor: 1.4,
  listPrice: 20,
  unit: 'stk',
}

type Needs = { readonly commands: Commands; readonly edge: Edge }

/** Prices by the pair of entity type and id, by the same rules as inside a record. */
export const pricingRoutes = (app: App, { commands, edge }: Needs): void => {
  const config = { needs: 'edit' } as const
  const tags = ['pricing']

  const answer = (status: number, type: PricedEntity, id: number) => (done: ItemDone) => ({
    status,
    data: pricingAnswer(type, id, done.state.price!),
    version: done.state.version,
  })

  app.post(
    '/api/pricing',
    {
      config: { ...config, example: { entityType: 'componenttype', entityId: 1, ...example } },
      schema: {
        tags,
        summary: 'Gi en komponent, motortype eller sensortype pris: har den en, endres den med PUT',
        headers: commandHeaders,
        body: pairBody,
        response: responses(201, pricingSchema),
      },
    },
    (request, reply) => {
      const { entityType, entityId, ...pricing } = request.body
      return edge(
        request,
        reply,
        async (by) => {
          const outcome = await commands.price(entityType, entityId, pricing, by)
          if (!isRefusal(outcome) || outcome.refused !== 'NOT_FOUND') return outcome
          const message = `${capital(pricedBy(entityType).noun.the)} finnes ikke`
          return invalid([{ path: 'entityId', message }])
        },
        answer(201, entityType, entityId),
      )
    },
  )

  app.put(
    '/api/pricing/:id',
    {
      config: { ...config, example },
      schema: {
        tags,
        summary: 'Endre en pris: det som ikke er med, blir stående',
        headers: commandHeaders,
        params,
        body: pricingChanges,
        response: responses(200, pricingSchema),
      },
    },
    (request, reply) => {
      const { entityType, entityId } = request.params.id
      return edge(
        request,
        reply,
        (by) => commands.reprice(entityType, entityId, request.body, by),
        answer(200, entityType, entityId),
      )
    },
  )

  deleteRoute(app, edge, {
    path: '/api/pricing/:id',
    tag: 'pricing',
    summary: 'Nullstill en pris: ingen kostpris, faktor 1, ingen listepris',
    params,
    run: ({ id: { entityType, entityId } }, by) => commands.clearPrice(entityType, entityId, by),
    idOf: ({ id: { entityType, entityId } }) => `${entityType}-${entityId}`,
  })
}
