import { kindsOfLink, linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import type { Link } from '#contracts/assembly/links.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import type { EventData, EventType } from '#contracts/events.ts'
import type { RowChanges } from './write-rows.ts'
import { partLink, subLink, type LinkKey } from './bom-links.ts'
import type { BomModel } from './model.ts'

type When = { readonly at: string; readonly revision: bigint }
type Handler<Data> = (model: BomModel, changes: RowChanges, data: Data, when: When) => void
type Handlers = { readonly [Type in EventType]: Handler<EventData<Type>> }

/** Fields of a linked record that the assembly's answer contains. */
const shown = ['description', 'name', 'supplierArticlenumber', 'itoArticlenumber']

const touchHolders = (model: BomModel, changes: RowChanges, entity: string, id: number) => {
  const kind = kindsOfLink.find((one) => linkKinds[one].entity === entity)
  if (kind) for (const { from } of model.links[kind].into(id)) changes.assemblies.add(from)
}

const link = (model: BomModel, changes: RowChanges, key: LinkKey, values: Link, at: string) =>
  changes.link(key, model.link(key, values) ? at : null)

const linkSub: Handler<EventData<'SubassemblyLinked'>> = (model, changes, data, when) => {
  link(model, changes, subLink(data), data, when.at)
  changes.restructure(data.parentId, when.revision)
}

const register: Handler<EventData<'ItemRegistered'>> = (model, changes, { entity, id, values }) => {
  if (typeof id !== 'number') return
  model.register(entity as EntityName, id, values as never)
  touchHolders(model, changes, entity, id)
}

const handlers: Handlers = {
  ItemRegistered: register,
  ItemReinstated: register,
  ItemRevised: (model, changes, { entity, id, changes: fields }) => {
    if (typeof id !== 'number') return
    model.register(entity as EntityName, id, fields as never)
    if (shown.some((key) => key in fields)) touchHolders(model, changes, entity, id)
  },
  // Prices are read from the tables: see item-rows.ts.
  ItemPriced: () => undefined,
  ItemRemoved: (model, changes, { entity, id }) => {
    if (typeof id !== 'number') return
    touchHolders(model, changes, entity, id)
    if (entity === 'assemblytypes') {
      nameLinks(model, changes, id, kindsOfLink)
      changes.removed(id)
    }
    model.remove(entity as EntityName, id)
  },
  // Costs use the price of the part's own supplier only.
  OfferMade: () => undefined,
  OfferRemoved: () => undefined,
  PartLinked: (model, changes, data, { at }) => link(model, changes, partLink(data), data, at),
  PartLinkChanged: (model, changes, data, { at }) => link(model, changes, partLink(data), data, at),
  PartUnlinked: (model, changes, data) => {
    model.unlink(partLink(data))
    changes.link(partLink(data), null)
  },
  SubassemblyLinked: linkSub,
  SubassemblyLinkChanged: linkSub,
  SubassemblyUnlinked: (model, changes, data, { revision }) => {
    model.unlink(subLink(data))
    changes.link(subLink(data), null)
    changes.restructure(data.parentId, revision)
  },
  AssemblyDissolved: (model, changes, { assemblyId }, { revision }) => {
    for (const { from } of model.links.subassembly.into(assemblyId))
      changes.restructure(from, revision)
    nameLinks(model, changes, assemblyId, ['subassembly'])
    model.dissolve(assemblyId)
  },
  AssemblyReinstated: (_model, changes, { assemblyId }, { revision }) =>
    changes.restructure(assemblyId, revision),
  AssemblyCloned: (model, changes, data, when) => {
    const { assemblyId, subassemblies } = data
    fillAssembly(model, changes, data, when)
    for (const sub of subassemblies)
      // A subassembly may be removed while the clone is made; its links are removed with it.
      if (model.assemblies.has(sub.childId))
        link(model, changes, subLink({ ...sub, parentId: assemblyId }), sub, when.at)
  },
  ContentsReinstated: (model, changes, data, when) => fillAssembly(model, changes, data, when),
  AttributeAdded: (_model, changes, data, { at }) => setAttribute(changes, data, at),
  AttributeChanged: (_model, changes, data, { at }) => setAttribute(changes, data, at),
  AttributeRemoved: (_model, changes, { assemblyId, attributeId }) =>
    changes.attribute(assemblyId, attributeId, null),
}

type Attribute = EventData<'AttributeAdded'>

/** Keeps the creation time of an existing attribute. */
const setAttribute = (changes: RowChanges, data: Attribute, createdAt: string) => {
  const { attributeId: id, assemblyId } = data
  const known = changes.attributes.get(id)
  changes.attribute(assemblyId, id, { ...data, id, createdAt: known?.createdAt ?? createdAt })
}

const fillAssembly: Handler<EventData<'ContentsReinstated'>> = (
  model,
  changes,
  { assemblyId, parts, attributes },
  { at },
) => {
  for (const part of parts) link(model, changes, partLink({ ...part, assemblyId }), part, at)
  for (const { attributeId: id, ...attribute } of attributes)
    changes.attribute(assemblyId, id, { ...attribute, id, assemblyId, createdAt: at })
}

const nameLinks = (
  { links }: BomModel,
  changes: RowChanges,
  id: number,
  kinds: readonly LinkKind[],
) => {
  for (const kind of kinds)
    for (const { to } of links[kind].out(id)) changes.link({ kind, from: id, to }, null)
  for (const { from } of links.subassembly.into(id))
    changes.link({ kind: 'subassembly', from, to: id }, null)
}

export const bomHandles = Object.keys(handlers)

export const applyEvent = (
  model: BomModel,
  changes: RowChanges,
  { type, data, metadata, revision }: RecordedEvent,
): void => {
  const handler = handlers[type as EventType] as Handler<never>
  handler(model, changes, data as never, { at: metadata.at, revision })
}
