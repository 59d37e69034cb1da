import { entities } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import type { PricedEntity } from '#contracts/pricing.ts'
import type { Change } from '#command/catalogue/change.ts'
import type { ItemCommand } from '#command/catalogue/item-decider.ts'
import { keyLock, streamOf } from '#command/catalogue/streams.ts'
import type { Commands } from '#command/kernel/commands.ts'
import type { By } from '#command/kernel/context.ts'
import { own, type Locks } from '#command/kernel/locks.ts'
import { newPrice } from './price.ts'

/** The entity that has these prices. */
export const pricedBy = (type: PricedEntity): Entity =>
  entities.find(({ priced }) => priced === type)!

export const pricingCommands = (
  locks: Locks,
  change: Change,
): Pick<Commands, 'price' | 'reprice' | 'clearPrice'> => {
  const run = (type: PricedEntity, id: number, by: By, command: ItemCommand) => {
    const entity = pricedBy(type)
    return locks([...keyLock(by), own(streamOf(entity, id))], () => change(entity, id, by, command))
  }
  return {
    price: (type, id, pricing, by) =>
      run(type, id, by, { type: 'Price', data: { id, price: newPrice(pricing) } }),
    reprice: (type, id, pricing, by) =>
      run(type, id, by, { type: 'Reprice', data: { id, pricing } }),
    clearPrice: (type, id, by) => run(type, id, by, { type: 'ClearPrice', data: { id } }),
  }
}
