import { randomUUID } from 'node:crypto'
import { entities, supplier, type PricedEntity } from '#contracts/catalogue/index.ts'
import type { ItemId } from '#contracts/catalogue/item.ts'
import { missingText, type Entity } from '#contracts/entity.ts'
import type { Values } from '#contracts/fields.ts'
import type { OfferChanges } from '#contracts/offers.ts'
import type { NewPricing, PricingChanges } from '#contracts/pricing.ts'
import type { Reason } from '#contracts/reason.ts'
import { invalid, type Refusal } from '#contracts/refusals.ts'
import { projectsStream, streamOf } from '#contracts/streams.ts'
import { exclusive, shared, type Lock } from '#kernel/locks.ts'
import type { ItemCommand } from '../item/item-decider.ts'
import type { ItemDone } from '../item/item-handler.ts'
import type { OfferCommand } from '../item/offer-decider.ts'
import { referredLocks, wrongReferences } from '../item/references.ts'
import type { By } from '../kernel/command.ts'
import { keyLock } from '../kernel/remembered-keys.ts'
import { valuesIn, type CatalogueContext, type ParsedBody } from './context.ts'
import { createFinders } from './finders.ts'
import { erase, refusedRemoval, reinstate, remove } from './removal.ts'

/** The day whose price is taken back. */
type Withdrawn = { readonly withdrawn?: string | null | undefined }

/**
 * Everything that may be done to the catalogue, in process: routes and imports go through the same calls.
 * Bodies are what `createBody(entity)` and `changeBody(entity)` of contracts parse.
 */
export const createCatalogueCommands = (context: CatalogueContext) => {
  const finders = createFinders(context.model, context.handlerOf)
  return {
    ...finders,
    setOffer: (entity: Entity, id: number, supplierId: number, changes: OfferChanges, by: By) =>
      changeOffer(context, entity, by, { type: 'SetOffer', data: { id, supplierId, changes } }),
    removeOffer: (entity: Entity, id: number, supplierId: number, by: By) =>
      changeOffer(context, entity, by, { type: 'RemoveOffer', data: { id, supplierId } }),
    preferOffer: (entity: Entity, id: number, supplierId: number, reason: Reason, by: By) =>
      changeOffer(context, entity, by, { type: 'PreferOffer', data: { id, supplierId, reason } }),
    register: (entity: Entity, body: ParsedBody<NewPricing>, by: By) =>
      register(context, entity, body, by),
    revise: (entity: Entity, id: ItemId, body: ParsedBody<PricingChanges>, by: By) =>
      revise(context, entity, id, body, by),
    /** Puts back what a record held before, also where that lacks what is required of people. */
    restore: (
      entity: Entity,
      id: ItemId,
      { withdrawn, ...body }: ParsedBody<PricingChanges> & Withdrawn,
      by: By,
    ) => revise(context, entity, id, body, by, { isRestored: true, withdrawn }),
    remove: (entity: Entity, id: ItemId, by: By) => remove(context, finders.record, entity, id, by),
    refusedRemoval: (entity: Entity, id: ItemId) =>
      refusedRemoval(context, finders.record, entity, id),
    refusedRevision: (entity: Entity, id: ItemId, body: ParsedBody<PricingChanges>) =>
      refusedRevision(context, entity, id, body),
    reinstate: (entity: Entity, id: ItemId, by: By) => reinstate(context, entity, id, by),
    /** Empties what is personal in a record, and makes all that the log ever held of it unreadable. */
    erase: (entity: Entity, id: ItemId, by: By) => erase(context, entity, id, by),
    price: (type: PricedEntity, id: number, pricing: NewPricing, by: By) =>
      changePrice(context, type, by, { type: 'Price', data: { id, pricing } }),
    reprice: (type: PricedEntity, id: number, pricing: PricingChanges, by: By) =>
      changePrice(context, type, by, { type: 'Reprice', data: { id, pricing } }),
    clearPrice: (type: PricedEntity, id: number, reason: Reason, by: By) =>
      changePrice(context, type, by, { type: 'ClearPrice', data: { id, reason } }),
  }
}

export type Commands = ReturnType<typeof createCatalogueCommands>

export const pricedBy = (type: PricedEntity): Entity =>
  entities.find(({ priced }) => priced === type)!

const changePrice = (
  { locks, handlerOf }: CatalogueContext,
  type: PricedEntity,
  by: By,
  command: ItemCommand,
) => {
  const entity = pricedBy(type)
  const { id } = command.data
  return locks([...keyLock(by), exclusive(streamOf(entity, id))], () =>
    handlerOf(entity).handle(by, id, command),
  )
}

const register = (
  context: CatalogueContext,
  entity: Entity,
  body: ParsedBody<NewPricing>,
  by: By,
): Promise<ItemDone | Refusal> => {
  const values = valuesIn(entity, body)
  // All projects are one stream: two that write it at once would only refuse each other.
  const stream = entity.name === 'projects' ? [exclusive(projectsStream)] : []
  return withReferences(context, entity, values, by, stream, async () => {
    const handler = context.handlerOf(entity)
    const pricing = body.pricing ?? null
    const command = (id: ItemId): ItemCommand => ({
      type: 'Register',
      data: { id, values, pricing },
    })
    if (entity.name === 'projects') {
      // The client's key makes the id, so the same key finds its project again.
      const id = by.request === undefined ? randomUUID() : by.commandId
      return handler.handle(by, id, command(id))
    }
    return handler.create(by, command)
  })
}

const revise = (
  context: CatalogueContext,
  entity: Entity,
  id: ItemId,
  body: ParsedBody<PricingChanges>,
  by: By,
  more: Withdrawn & { isRestored?: boolean } = {},
): Promise<ItemDone | Refusal> => {
  const changes = valuesIn(entity, body)
  const data = { id, changes, pricing: body.pricing ?? null, ...more }
  return withReferences(context, entity, changes, by, [exclusive(streamOf(entity, id))], () =>
    context.handlerOf(entity).handle(by, id, { type: 'Revise', data }),
  )
}

/** Runs while what the values refer to stays as it is. A repeated command is not judged again. */
const withReferences = (
  { locks, model, checkFile, repository }: CatalogueContext,
  entity: Entity,
  values: Values,
  by: By,
  held: readonly Lock[],
  run: () => Promise<ItemDone | Refusal>,
): Promise<ItemDone | Refusal> =>
  locks([...keyLock(by), ...held, ...referredLocks(entity, values)], async () => {
    const errors = repository.isRepeat(by)
      ? []
      : await wrongReferences(model, checkFile, entity, values)
    return errors.length > 0 ? invalid(errors) : run()
  })

/** Why a record may not be changed so as things stand; null where it may. */
const refusedRevision = async (
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

const noSupplier = invalid([{ path: 'supplierId', message: missingText(supplier) }])

/** Runs while the supplier stays. A repeated command is not judged again. */
const changeOffer = (
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
