import type { PartKind } from '#contracts/assembly/link-kinds.ts'
import { entityNamed, type EntityName } from '#contracts/catalogue/index.ts'
import { streamOf } from '#contracts/streams.ts'
import type { Given } from './read-model.ts'

/** Events of a small catalogue and its assemblies, as the command service writes them. */
const stream = (entity: string, id: number) => streamOf(entityNamed(entity as EntityName), id)

export const registered = (entity: string, id: number, values: object): Given => ({
  stream: stream(entity, id),
  type: 'ItemRegistered',
  data: { entity, id, values },
})
export const revised = (entity: string, id: number, changes: object): Given => ({
  stream: stream(entity, id),
  type: 'ItemRevised',
  data: { entity, id, changes },
})
export const removed = (entity: string, id: number): Given => ({
  stream: stream(entity, id),
  type: 'ItemRemoved',
  data: { entity, id },
})
export const priced = (entity: string, id: number, price: object): Given => ({
  stream: stream(entity, id),
  type: 'ItemPriced',
  data: {
    entity,
    id,
    price: {
      costPrice: '10',
      costPriceCurrency: 'NOK',
      priceFactor: '1.5',
      listPrice: null,
      unit: 'stk',
      ...price,
    },
    previous: null,
  },
})

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
