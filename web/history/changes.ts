import { kindsOfLink, linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { attributeFields as attribute } from '#contracts/assembly/attribute-fields.ts'
import { deliveryFields } from '#contracts/catalogue/offer.ts'
import type { Entity } from '#contracts/entity.ts'
import { multiline, number, text, type Field, type Fields } from '#contracts/fields.ts'
import type { Change, HistoryItem, JournalItem } from '#contracts/history.ts'
import { priceFields as pricing } from '#contracts/price-fields.ts'

/** The record that a history is of. */
export type Subject = Pick<JournalItem, 'entity'> & { readonly id: number | string }

type Owner =
  | { readonly kind: 'record' | 'price' }
  | { readonly kind: LinkKind | 'attribute' | 'offer'; readonly id: string }

type NamedField = { readonly owner: Owner; readonly key: string; readonly field: Field }

const priceFields: Fields = { ...pricing, priceUnit: pricing.unit }
const sortOrder = number('Rekkefølge')
const linkFields: Fields = { quantity: number('Antall'), notes: multiline('Notat'), sortOrder }
const attributeFields: Fields = { ...attribute, sortOrder }
const offerFields: Fields = {
  supplierArticlenumber: text('Leverandør art.nr'),
  ...priceFields,
  ...deliveryFields,
}

export const isAmount = ({ owner, key }: NamedField): boolean =>
  (owner.kind === 'price' || owner.kind === 'offer') && key.endsWith('Price')

const linkKindOf = (path: string): LinkKind | undefined =>
  kindsOfLink.find((kind) => linkKinds[kind].path === path)

const ownerOf = (
  path: readonly string[],
  key: string,
  entity: Entity,
): readonly [Owner, Fields] => {
  const [first = '', id = ''] = path
  if (first === 'attributes') return [{ kind: 'attribute', id }, attributeFields]
  if (first === 'offers') return [{ kind: 'offer', id }, offerFields]
  const link = linkKindOf(first)
  if (link) return [{ kind: link, id }, linkFields]
  const isOwn = first === '' && key in entity.fields
  return isOwn ? [{ kind: 'record' }, entity.fields] : [{ kind: 'price' }, priceFields]
}

/** Resolves the path of a change, such as `power`, `costPrice` or `components/53/quantity`. */
const namedField = (entity: Entity, path: string): NamedField => {
  const parts = path.split('/')
  const key = parts.at(-1)!
  const [owner, fields] = ownerOf(parts.slice(0, -1), key, entity)
  return { owner, key, field: fields[key] ?? text(path) }
}

export const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

type Sides<T> = { readonly from: T; readonly to: T }
export type NamedChange = NamedField &
  Pick<Change, 'from' | 'to'> & { readonly path: string; readonly currency: Sides<unknown> }

/** The changes of one owner. The record and its price are one group. */
export type Group = {
  readonly key: string
  readonly owner: Owner
  readonly changes: readonly NamedChange[]
}

const keyOf = (owner: Owner): string => ('id' in owner ? `${owner.kind} ${owner.id}` : 'record')

/** Those of the changes where they have them, else those of the item. */
const currencyIn = (changes: readonly Change[], path: string, { currency }: Changed) => {
  const place = path.slice(0, path.lastIndexOf('/') + 1)
  const change = changes.find(({ field }) => field === `${place}costPriceCurrency`)
  return change ?? { from: currency, to: currency }
}

type Changed = Pick<HistoryItem, 'changes' | 'currency'>

/** Groups the changes by owner, in their order. Changes from empty to empty are left out. */
export const groupsOf = (entity: Entity, item: Changed): readonly Group[] => {
  const named = item.changes
    .filter(({ from, to }) => !(isNothing(from) && isNothing(to)))
    .map(({ field: path, from, to }) => {
      const currency = currencyIn(item.changes, path, item)
      return { path, from, to, currency, ...namedField(entity, path) }
    })
  const groups = Map.groupBy(named, (change) => keyOf(change.owner))
  return [...groups].map(([key, all]) => ({ key, owner: all[0]!.owner, changes: all }))
}

export const firstLines = (groups: readonly Group[], most: number): readonly Group[] => {
  let left = most
  return groups.flatMap((group) => {
    const changes = group.changes.slice(0, Math.max(0, left))
    left -= changes.length
    return changes.length > 0 ? [{ ...group, changes }] : []
  })
}
