import type { Item, ItemId } from '#contracts/catalogue/item.ts'
import type { Entity } from '#contracts/entity.ts'
import { emptyOf, type Values } from '#contracts/fields.ts'
import type { Refusal } from '#contracts/refusals.ts'
import { streamOf } from '#contracts/streams.ts'
import { exclusive, shared } from '#kernel/locks.ts'
import { referredLocks, wrongReferences, type ItemDone } from '../item/item-handler.ts'
import type { By } from '../kernel/command.ts'
import { keyLock } from '../kernel/remembered-keys.ts'
import type { CatalogueContext } from './context.ts'

const emptied = ({ fields }: Entity, keys: readonly string[]): Values =>
  Object.fromEntries(keys.map((key) => [key, emptyOf(fields[key]!)]))

/** What is personal was erased with the record; what it referred to may have gone since. */
const remaining = async (
  { model, checkFile }: CatalogueContext,
  entity: Entity,
  { values }: Item,
): Promise<Values> => {
  const { fields } = entity
  const personal = Object.keys(values).filter((key) => fields[key]?.personal)
  const wrong = await wrongReferences(model, checkFile, entity, values)
  const gone = wrong.map(({ path }) => path.split('.')[0]!)
  return { ...values, ...emptied(entity, [...personal, ...gone]) }
}

/** Brings back a record that was deleted, under its id. */
export const reinstate = async (
  context: CatalogueContext,
  entity: Entity,
  id: ItemId,
  by: By,
): Promise<ItemDone | Refusal> => {
  const { locks, model, handlerOf } = context
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
        values: await remaining(context, entity, state),
        suppliers: suppliers.filter((supplier) => model.records('suppliers').isLive(supplier)),
      },
    }),
  )
}
