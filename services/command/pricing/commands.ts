import { entities } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import { defaultPrice, type PricedEntity } from '#contracts/pricing.ts'
import type { Change } from '#command/catalogue/change.ts'
import { keyLock, streamOf } from '#command/catalogue/streams.ts'
import type { Commands } from '#command/kernel/commands.ts'
import { own, type Locks } from '#command/kernel/locks.ts'

/** The entity that has these prices. */
export const pricedBy = (type: PricedEntity): Entity =>
  entities.find(({ priced }) => priced === type)!

export const pricingCommands = (
  locks: Locks,
  change: Change,
): Pick<Commands, 'price' | 'clearPrice'> => ({
  price: (entityType, id, pricing, by) => {
    const entity = pricedBy(entityType)
    return locks([...keyLock(by), own(streamOf(entity, id))], () =>
      change(entity, id, by, { type: 'Reprice', data: { id, pricing } }),
    )
  },

  clearPrice: (entityType, id, by) => {
    const entity = pricedBy(entityType)
    return locks([...keyLock(by), own(streamOf(entity, id))], () =>
      change(entity, id, by, { type: 'Price', data: { id, price: defaultPrice } }),
    )
  },
})
