import type { ItemId } from '#contracts/catalogue/item.ts'
import type { Entity } from '#contracts/entity.ts'
import type { PricingChanges } from '#contracts/pricing.ts'
import { invalid, type Refusal } from '#contracts/refusals.ts'
import { wrongReferences } from '../item/item-handler.ts'
import type { CatalogueContext } from './context.ts'
import { refuseInUse, usesOf, type RecordOf } from './finders.ts'
import { valuesIn, type ParsedBody } from './parsed-body.ts'

/** Why a record may not be removed as things stand; null where it may. */
export const refusedRemoval = async (
  { model }: CatalogueContext,
  record: RecordOf,
  entity: Entity,
  id: ItemId,
): Promise<Refusal | null> => {
  const uses = typeof id === 'number' ? usesOf(model, entity, id) : []
  return uses.length > 0 ? refuseInUse(model, record, uses) : null
}

/** Why a record may not be changed so as things stand; null where it may. */
export const refusedRevision = async (
  { model, checkFile, handlerOf }: CatalogueContext,
  entity: Entity,
  id: ItemId,
  body: ParsedBody<PricingChanges>,
): Promise<Refusal | null> => {
  const changes = valuesIn(entity, body)
  const errors = await wrongReferences(model, checkFile, entity, changes)
  if (errors.length > 0) return invalid(errors)
  const data = { id, changes, pricing: body.pricing ?? null }
  return handlerOf(entity).judge(id, { type: 'Revise', data })
}
