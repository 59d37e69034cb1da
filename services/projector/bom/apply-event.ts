import { kindsOfLink, linkKinds, partKinds } from '#contracts/assembly/links.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import type { EventData, EventType } from '#contracts/events.ts'
import type { RowChanges } from '../assembly/row-changes.ts'
import { takenBy } from '../kernel/projection.ts'
import type { BomModel } from './model.ts'

type When = { readonly at: string; readonly revision: bigint }
type Handler<Data> = (model: BomModel, changes: RowChanges, data: Data, when: When) => void
type Handlers = { readonly [Type in EventType]: Handler<EventData<Type>> }

/** Fields of a linked record that an assembly's own answer shows. */
const shown = ['description', 'name', 'supplierArticlenumber', 'itoArticlenumber']

/** Assemblies that hold the record directly: their answers name it. */
const touchHolders = (model: BomModel, changes: RowChanges, entity: string, id: number) => {
  const kind = kindsOfLink.find((one) => linkKinds[one].entity === entity)
  if (kind) for (const { from } of model.links[kind].into(id)) changes.assemblies.add(from)
}

/** What each event does to the model, and which rows it touches. */
const handlers: Handlers = {
  ItemRegistered: (model, changes, { entity, id, values }) => {
    if (typeof id !== 'number') return
    model.register(entity as EntityName, id, values as never)
    touchHolders(model, changes, entity, id)
  },
  ItemRevised: (model, changes, { entity, id, changes: fields }) => {
    if (typeof id !== 'number') return
    model.revise(entity as EntityName, id, fields as never)
    if (shown.some((key) => key in fields)) touchHolders(model, changes, entity, id)
  },
  // What something costs is read from its row: see item-rows.ts.
  ItemPriced: () => undefined,
  ItemRemoved: (model, changes, { entity, id }) => {
    if (typeof id !== 'number') return
    touchHolders(model, changes, entity, id)
    if (entity === 'assemblytypes') {
      nameLinks(model, changes, id)
      changes.removed(id)
    }
    model.remove(entity as EntityName, id)
  },
  PartLinked: (model, changes, data, { at }) =>
    changes.part(data, model.linkPart(data) ? at : null),
  PartLinkChanged: (model, changes, data, { at }) =>
    changes.part(data, model.linkPart(data) ? at : null),
  PartUnlinked: (model, changes, data) => {
    model.unlinkPart(data)
    changes.part(data, null)
  },
  SubassemblyLinked: (model, changes, data, { at, revision }) => {
    changes.sub(data, model.linkSub(data) ? at : null)
    changes.restructure(data.parentId, revision)
  },
  SubassemblyLinkChanged: (model, changes, data, { at, revision }) => {
    changes.sub(data, model.linkSub(data) ? at : null)
    changes.restructure(data.parentId, revision)
  },
  SubassemblyUnlinked: (model, changes, data, { revision }) => {
    model.unlinkSub(data)
    changes.sub(data, null)
    changes.restructure(data.parentId, revision)
  },
  AssemblyDissolved: (model, changes, { assemblyId }, { revision }) => {
    for (const { from } of model.links.subassembly.into(assemblyId))
      changes.restructure(from, revision)
    nameSubs(model, changes, assemblyId)
    model.dissolve(assemblyId)
  },
  AssemblyCloned: (model, changes, { assemblyId, parts, subassemblies, attributes }, { at }) => {
    for (const part of parts) {
      const link = { ...part, assemblyId }
      changes.part(link, model.linkPart(link) ? at : null)
    }
    for (const { childId, ...values } of subassemblies) {
      // Removed while its container was being cloned: the link goes as the others to it went.
      if (!model.assemblies.has(childId)) continue
      const link = { ...values, childId, parentId: assemblyId }
      changes.sub(link, model.linkSub(link) ? at : null)
    }
    for (const { attributeId, ...attribute } of attributes)
      changes.attribute(assemblyId, attributeId, {
        ...attribute,
        id: attributeId,
        assemblyId,
        createdAt: at,
      })
  },
  AttributeAdded: (_model, changes, data, { at }) => setAttribute(changes, data, at),
  AttributeChanged: (_model, changes, data, { at }) => setAttribute(changes, data, at),
  AttributeRemoved: (_model, changes, { assemblyId, attributeId }) =>
    changes.attribute(assemblyId, attributeId, null),
}

type Attribute = EventData<'AttributeAdded'>

/** Of an attribute that exists, the row keeps the time at which it was added. */
const setAttribute = (changes: RowChanges, data: Attribute, createdAt: string) => {
  const { attributeId: id, assemblyId } = data
  const known = changes.attributes.get(id)
  changes.attribute(assemblyId, id, { ...data, id, createdAt: known?.createdAt ?? createdAt })
}

const nameSubs = ({ links: { subassembly } }: BomModel, changes: RowChanges, id: number) => {
  for (const { from, to } of [...subassembly.out(id), ...subassembly.into(id)])
    changes.sub({ parentId: from, childId: to }, null)
}

const nameLinks = (model: BomModel, changes: RowChanges, id: number) => {
  nameSubs(model, changes, id)
  for (const part of partKinds)
    for (const { to } of model.links[part].out(id))
      changes.part({ assemblyId: id, part, partId: to }, null)
}

export const bomHandles = takenBy(handlers)

export const applyEvent = (
  model: BomModel,
  changes: RowChanges,
  { type, data, metadata, revision }: RecordedEvent,
): void => {
  // The table is keyed by type, so the handler takes the data of exactly that type.
  const handler = handlers[type as EventType] as Handler<never>
  handler(model, changes, data as never, { at: metadata.at, revision })
}
