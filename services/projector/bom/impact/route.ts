import { impactPath, impactQuestion, priceImpact } from '#contracts/price-impact.ts'
import { successSchema } from '#kernel/openapi.ts'
import type { App } from '#kernel/types.ts'
import type { Reading } from '../../kernel/queries.ts'
import type { FindModel } from '../past/find-model.ts'
import type { BomProjection } from '../projection.ts'
import { impactOf } from './impact.ts'
import { proposedItems } from './proposed-items.ts'

/** The gateway takes 1 MiB; an import asks about all of its prices at once. */
const bodyLimit = 32 * 1024 * 1024

const price = { costPrice: 12.5, costPriceCurrency: 'NOK', priceFactor: 1.2, unit: 'stk' }
const example = { prices: [{ entityType: 'componenttype', entityId: 1, ...price }] }

export const impactRoute = (
  app: App,
  { pool }: Pick<Reading, 'pool'>,
  { day }: Pick<BomProjection, 'day'>,
  findModel: FindModel,
): void => {
  const schema = {
    tags: ['pricing'],
    summary: 'Hva nye priser gjør med kostnader',
    description:
      'Hvilke sammenstillinger som ville kostet noe annet, fra hva til hva, om prisene ble lagret. Ingenting lagres.',
    body: impactQuestion,
    response: { 200: successSchema(priceImpact) },
  }
  app.post(
    impactPath,
    { bodyLimit, config: { needs: 'read', example }, schema },
    async (request) => {
      const { prices, validOn } = request.body
      const today = day()
      const asked = validOn ?? today
      const proposed = await proposedItems(pool, prices, { today, asked })
      const question = { asOf: undefined, validOn: asked === today ? undefined : asked }
      const find = await findModel(request, { ...question, scope: { what: 'everything' } })
      return {
        success: true as const,
        data: { validOn: asked, ...impactOf(find().model, proposed) },
      }
    },
  )
}
