import { supplier } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import type { OfferChanges } from '#contracts/offers.ts'
import type { Reason } from '#contracts/reason.ts'
import { invalid, type Refusal } from '#contracts/refusals.ts'
import { streamOf } from '#contracts/streams.ts'
import { capitalized } from '#contracts/text.ts'
import { exclusive, shared } from '#kernel/locks.ts'
import type { OfferCommand } from '../item/offer-decider.ts'
import type { ItemDone } from '../item/item-handler.ts'
import type { By } from '../kernel/command.ts'
import { keyLock } from '../kernel/remembered-keys.ts'
import type { CatalogueContext } from './context.ts'

const noSupplier = invalid([
  { path: 'supplierId', message: `${capitalized(supplier.noun.the)} finnes ikke` },
])

/** Runs while the supplier stays. A repeated command is not judged again. */
const handle = (
  { locks, model, repository, handlerOf }: CatalogueContext,
  entity: Entity,
  by: By,
  command: OfferCommand,
): Promise<ItemDone | Refusal> => {
  const { id, supplierId } = command.data
  const held = [exclusive(streamOf(entity, id)), shared(streamOf(supplier, supplierId))]
  return locks([...keyLock(by), ...held], async () =>
    repository.isRepeat(by) || model.records(supplier.name).isLive(supplierId)
      ? handlerOf(entity).handle(by, id, command)
      : noSupplier,
  )
}

/** What may be done to the offers of a part: those of other suppliers than its own. */
export const createOfferCommands = (context: CatalogueContext) => ({
  setOffer: (entity: Entity, id: number, supplierId: number, changes: OfferChanges, by: By) =>
    handle(context, entity, by, { type: 'SetOffer', data: { id, supplierId, changes } }),
  removeOffer: (entity: Entity, id: number, supplierId: number, by: By) =>
    handle(context, entity, by, { type: 'RemoveOffer', data: { id, supplierId } }),
  preferOffer: (entity: Entity, id: number, supplierId: number, reason: Reason, by: By) =>
    handle(context, entity, by, { type: 'PreferOffer', data: { id, supplierId, reason } }),
})
