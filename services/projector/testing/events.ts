import type { PartKind } from '#contracts/assembly/link-kinds.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { emptyOffer, type Offer } from '#contracts/catalogue/offer.ts'
import { referenceKeys, type Entity, type EntityName } from '#contracts/entity.ts'
import { emptyValues } from '#contracts/fields.ts'
import type { Price } from '#contracts/pricing.ts'
import { streamOf } from '#contracts/streams.ts'
import type { Given } from './read-model.ts'

/** Events as the command service writes them. An entity is given itself or by its name. */
type Which = Entity | EntityName
const entityOf = (which: Which): Entity => (typeof which === 'string' ? entityNamed(which) : which)

const ofRecord = (which: Which, id: number | string, type: string, data: object): Given => {
  const entity = entityOf(which)
  return { stream: streamOf(entity, id), type, data: { entity: entity.name, id, ...data } }
}

export const registered = (entity: Which, id: number | string, values: object): Given =>
  ofRecord(entity, id, 'ItemRegistered', {
    values: { ...emptyValues(entityOf(entity)), ...values },
  })
const theProject = '0198c0de-0000-7000-8000-000000000001'
/** The records 1 and 2 of any entity, which refer to records 1. There is one project. */
export const recordsOf = (which: Which): readonly Given[] => {
  const entity = entityOf(which)
  const values = {
    [entity.title]: `${entity.noun.one} A`,
    ...Object.fromEntries(referenceKeys(entity).map((key) => [key, 1])),
  }
  const ids = entity.name === 'projects' ? [theProject] : [1, 2]
  return ids.map((id) => registered(entity, id, values))
}
export const revised = (entity: Which, id: number, changes: object): Given =>
  ofRecord(entity, id, 'ItemRevised', { changes })
export const removed = (entity: Which, id: number): Given => ofRecord(entity, id, 'ItemRemoved', {})
export const aPrice = (price: Partial<Price> = {}): Price => ({
  costPrice: '100',
  costPriceCurrency: 'NOK',
  priceFactor: '1.5',
  listPrice: null,
  unit: 'stk',
  ...price,
})
export const priced = (
  entity: Which,
  id: number,
  price: Partial<Price>,
  previous: Price | null = null,
  validFrom: string | null = null,
): Given =>
  ofRecord(entity, id, 'ItemPriced', {
    price: aPrice(price),
    previous,
    ...(validFrom && { validFrom }),
  })
export const offered = (
  entity: Which,
  id: number,
  supplierId: number,
  offer: Partial<Offer> = {},
): Given => ofRecord(entity, id, 'OfferMade', { supplierId, offer: { ...emptyOffer, ...offer } })
export const offerRemoved = (entity: Which, id: number, supplierId: number): Given =>
  ofRecord(entity, id, 'OfferRemoved', { supplierId })

export const assembly = (id: number, name: string): Given =>
  registered('assemblytypes', id, { name, description: `${name}, beskrevet` })

const link = { quantity: 1, notes: null, sortOrder: 0 }

export const partLinked = (
  assemblyId: number,
  part: PartKind,
  partId: number,
  values: object = {},
): Given => ({
  stream: `assembly-${assemblyId}`,
  type: 'PartLinked',
  data: { assemblyId, part, partId, ...link, ...values },
})
export const partUnlinked = (assemblyId: number, part: PartKind, partId: number): Given => ({
  stream: `assembly-${assemblyId}`,
  type: 'PartUnlinked',
  data: { assemblyId, part, partId },
})
export const subLinked = (parentId: number, childId: number, values: object = {}): Given => ({
  stream: 'bom-structure',
  type: 'SubassemblyLinked',
  data: { parentId, childId, ...link, ...values },
})
export const subUnlinked = (parentId: number, childId: number): Given => ({
  stream: 'bom-structure',
  type: 'SubassemblyUnlinked',
  data: { parentId, childId },
})
export const dissolved = (assemblyId: number): Given => ({
  stream: 'bom-structure',
  type: 'AssemblyDissolved',
  data: { assemblyId },
})
export const rejoined = (assemblyId: number): Given => ({
  stream: 'bom-structure',
  type: 'AssemblyReinstated',
  data: { assemblyId },
})
export const inAssembly = (id: number, type: string, data: object): Given => ({
  stream: `assembly-${id}`,
  type,
  data: { assemblyId: id, ...data },
})
export const attribute = {
  description: 'Lengde',
  value: '4',
  unit: 'm',
  drawingNumber: null,
  editable: true,
  sortOrder: 0,
}
export const reinstated = (
  id: number,
  name: string,
  createdAt = '2026-01-01T10:00:00.000Z',
): Given => {
  const made = assembly(id, name)
  const data = { ...(made.data as object), createdAt }
  return { ...made, type: 'ItemReinstated', data }
}
