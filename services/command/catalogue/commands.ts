import { randomUUID } from 'node:crypto'
import { entityPricedAs, supplier, type PricedEntity } from '#contracts/catalogue/index.ts'
import type { ItemId } from '#contracts/catalogue/item.ts'
import { missingText, type Entity } from '#contracts/entity.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import type { Values } from '#contracts/fields.ts'
import type { OfferChanges } from '#contracts/offers.ts'
import type { NewPricing, PricingChanges } from '#contracts/pricing.ts'
import type { Reason } from '#contracts/reason.ts'
import { invalid, type Refusal } from '#contracts/refusals.ts'
import { projectsStream, streamOf } from '#contracts/streams.ts'
import { exclusive, shared } from '#kernel/locks.ts'
import type { ItemCommand } from '../item/item-decider.ts'
import type { ItemDone } from '../item/item-handler.ts'
import type { OfferCommand } from '../item/offer-decider.ts'
import { whileRight, withReferences, wrongReferences } from '../item/references.ts'
import { keyLock, type By } from '../kernel/command.ts'
import { findByText, findOffered, findRecord, type CatalogueContext } from './finders.ts'
import { erase, refusedRemoval, reinstate, remove } from './removal.ts'

type Outcome = Promise<ItemDone | Refusal>

/** Output of createBody or changeBody of contracts. Read-only fields are ignored. */
export type ParsedBody<P> = { readonly [key: string]: unknown } & {
  readonly pricing?: P | null | undefined
}

const valuesIn = (entity: Entity, body: { readonly [key: string]: unknown }): Values => {
  const given = Object.keys(entity.fields).filter((key) => body[key] !== undefined)
  return Object.fromEntries(given.map((key) => [key, body[key]])) as Values
}

/** The date of the price to withdraw. */
type Withdrawn = { readonly withdrawn?: string | null | undefined }

export const createCatalogueCommands = (context: CatalogueContext) => ({
  record: (entity: Entity, id: ItemId) => findRecord(context, entity, id),
  find: (entity: Entity, field: string, text: string) => findByText(context, entity, field, text),
  findOffered: (entity: Entity, number: string) => findOffered(context, entity, number),
  /** The record as these events of its stream make it. */
  fold: (entity: Entity, id: number, events: readonly RecordedEvent[]) =>
    context.handlers[entity.name].fold(id, events),
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
  /** Restores earlier values, even if they lack fields that are now required. */
  restore: (
    entity: Entity,
    id: ItemId,
    { withdrawn, ...body }: ParsedBody<PricingChanges> & Withdrawn,
    by: By,
  ) => revise(context, entity, id, body, by, { isRestored: true, withdrawn }),
  remove: (entity: Entity, id: ItemId, by: By) => remove(context, entity, id, by),
  refusedRemoval: (entity: Entity, id: ItemId) => refusedRemoval(context, entity, id),
  refusedRevision: (entity: Entity, id: ItemId, body: ParsedBody<PricingChanges>) =>
    refusedRevision(context, entity, id, body),
  reinstate: (entity: Entity, id: ItemId, by: By) => reinstate(context, entity, id, by),
  /** Clears personal fields and shreds the key of all earlier ones in the log. */
  erase: (entity: Entity, id: ItemId, by: By) => erase(context, entity, id, by),
  price: (type: PricedEntity, id: number, pricing: NewPricing, by: By) =>
    changePrice(context, type, by, { type: 'Price', data: { id, pricing } }),
  reprice: (type: PricedEntity, id: number, pricing: PricingChanges, by: By) =>
    changePrice(context, type, by, { type: 'Reprice', data: { id, pricing } }),
  clearPrice: (type: PricedEntity, id: number, reason: Reason, by: By) =>
    changePrice(context, type, by, { type: 'ClearPrice', data: { id, reason } }),
})

export type Commands = ReturnType<typeof createCatalogueCommands>

const changePrice = (
  { locks, handlers }: CatalogueContext,
  type: PricedEntity,
  by: By,
  command: ItemCommand,
) => {
  const entity = entityPricedAs(type)
  const { id } = command.data
  return locks([...keyLock(by), exclusive(streamOf(entity, id))], () =>
    handlers[entity.name].handle(by, id, command),
  )
}

const register = (
  context: CatalogueContext,
  entity: Entity,
  body: ParsedBody<NewPricing>,
  by: By,
): Outcome => {
  const values = valuesIn(entity, body)
  const handler = context.handlers[entity.name]
  const command = (id: ItemId): ItemCommand => ({
    type: 'Register',
    data: { id, values, pricing: body.pricing ?? null },
  })
  if (entity.name !== 'projects')
    return withReferences(context, entity, values, by, [], () => handler.create(by, command))
  // The id derives from the client's key, so that a repeated request finds its project.
  const id = by.request === undefined ? randomUUID() : by.commandId
  // All projects share one stream: concurrent writers would conflict.
  return withReferences(context, entity, values, by, [exclusive(projectsStream)], () =>
    handler.handle(by, id, command(id)),
  )
}

const revise = (
  context: CatalogueContext,
  entity: Entity,
  id: ItemId,
  body: ParsedBody<PricingChanges>,
  by: By,
  more: Withdrawn & { isRestored?: boolean } = {},
): Outcome => {
  const changes = valuesIn(entity, body)
  const data = { id, changes, pricing: body.pricing ?? null, ...more }
  return withReferences(context, entity, changes, by, [exclusive(streamOf(entity, id))], () =>
    context.handlers[entity.name].handle(by, id, { type: 'Revise', data }),
  )
}

/** Why the change is refused now; null if it is allowed. */
const refusedRevision = async (
  context: CatalogueContext,
  entity: Entity,
  id: ItemId,
  body: ParsedBody<PricingChanges>,
): Promise<Refusal | null> => {
  const changes = valuesIn(entity, body)
  const errors = await wrongReferences(context, entity, changes)
  if (errors.length > 0) return invalid(errors)
  const data = { id, changes, pricing: body.pricing ?? null }
  return context.handlers[entity.name].judge(id, { type: 'Revise', data })
}

const noSupplier = [{ path: 'supplierId', message: missingText(supplier) }]

/** Runs while the supplier is locked against removal. */
const changeOffer = (
  context: CatalogueContext,
  entity: Entity,
  by: By,
  command: OfferCommand,
): Outcome => {
  const { id, supplierId } = command.data
  const needed = [exclusive(streamOf(entity, id)), shared(streamOf(supplier, supplierId))]
  const run = () => context.handlers[entity.name].handle(by, id, command)
  return whileRight(context, by, needed, run, async () =>
    context.model.records(supplier.name).isLive(supplierId) ? [] : noSupplier,
  )
}
