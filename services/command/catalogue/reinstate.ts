import type { ItemId } from '#contracts/catalogue/item.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Refusal } from '#contracts/refusals.ts'
import { streamOf } from '#contracts/streams.ts'
import { exclusive, shared } from '#kernel/locks.ts'
import { referredLocks, type ItemDone } from '../item/item-handler.ts'
import { remainingValues } from '../item/remaining-values.ts'
import type { By } from '../kernel/command.ts'
import { keyLock } from '../kernel/remembered-keys.ts'
import type { CatalogueContext } from './context.ts'

/** Brings back a record that was deleted, under its id. */
export const reinstate = async (
  context: CatalogueContext,
  entity: Entity,
  id: ItemId,
  by: By,
): Promise<ItemDone | Refusal> => {
  const { locks, model, checkFile, handlerOf } = context
  const { state } = await handlerOf(entity).load(id)
  const stream = streamOf(entity, id)
  const suppliers = [...state.offers.keys()]
  const held = [
    ...referredLocks(entity, state.values),
    ...suppliers.map((supplier) => shared(`supplier-${supplier}`)),
  ]
  return locks([...keyLock(by), exclusive(stream), ...held], async () =>
    handlerOf(entity).handle(by, id, {
      type: 'Reinstate',
      data: {
        id,
        values: await remainingValues(model, checkFile, entity, state),
        suppliers: suppliers.filter((supplier) => model.records('suppliers').isLive(supplier)),
      },
    }),
  )
}
