import type { Item, ItemId } from '#contracts/catalogue/item.ts'
import { textKey, type Entity, type EntityName } from '#contracts/entity.ts'
import { normalKey } from '#contracts/text.ts'
import type { CommandContext, ItemHandler } from '../item/item-handler.ts'

export type CatalogueContext = CommandContext & {
  readonly handlers: Readonly<Record<EntityName, ItemHandler>>
}

/** `version` is the value for If-Match. */
type Found = { readonly id: number; readonly item: Item; readonly version: bigint }

export const findRecord = async (
  { model, handlers }: CatalogueContext,
  entity: Entity,
  id: ItemId,
): Promise<Found | undefined> => {
  if (typeof id !== 'number' || !model.records(entity.name).isLive(id)) return undefined
  const { state: item, version } = await handlers[entity.name].load(id)
  return item.status === 'live' ? { id, item, version } : undefined
}

/** Checks again, since a record may have changed since the look-up. */
const findAmong = async (
  context: CatalogueContext,
  entity: Entity,
  ids: readonly number[],
  isText: (text: string) => boolean,
  textsOf: (item: Item) => readonly unknown[],
): Promise<readonly Found[]> => {
  const found = await Promise.all(ids.map((id) => findRecord(context, entity, id)))
  const isSame = (value: unknown) => typeof value === 'string' && isText(value)
  return found.filter((one) => one !== undefined && textsOf(one.item).some(isSame)) as Found[]
}

/** Live records whose identifying field has this text; lowest id first. */
export const findByText = (
  context: CatalogueContext,
  entity: Entity,
  field: string,
  text: string,
) => {
  const ids = context.model.records(entity.name).withText(field, text)
  const keyOf = textKey(entity, field)
  const isText = (value: string) => keyOf(value) === keyOf(text)
  return findAmong(context, entity, ids, isText, ({ values }) => [values[field]])
}

/** Live records that another supplier than their own offers under this number. */
export const findOffered = (context: CatalogueContext, entity: Entity, number: string) => {
  const ids = context.model.records(entity.name).offers.withNumber(number)
  const isNumber = (value: string) => normalKey(value) === normalKey(number)
  return findAmong(context, entity, ids, isNumber, ({ offers }) =>
    [...offers.values()].map(({ supplierArticlenumber }) => supplierArticlenumber),
  )
}
