import type { LinkKind } from '#contracts/assembly/link-kinds.ts'
import type { Link } from '#contracts/assembly/links.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import type { EventData, EventType } from '#contracts/events.ts'
import { partLink, subLink, type LinkKey } from '../bom/bom-links.ts'
import { columns } from '../catalogue/fold.ts'
import type { RecordId } from '../kernel/projection.ts'
import {
  attributeKey,
  linkKey,
  offerKey,
  recordKey,
  type LinkId,
  type OfferId,
  type OfferRow,
  type RecordRow,
  type State,
} from './state.ts'

export type Subject = { readonly entity: EntityName; readonly id: RecordId }

type When = { readonly at: string; readonly position: bigint }
/** Returns the changed records, the event's own record first. */
type Handler<Data> = (state: State, data: Data, when: When) => readonly Subject[]
type Handlers = { readonly [Type in EventType]: Handler<EventData<Type>> }

const item = ({ entity, id }: { entity: string; id: RecordId }): readonly Subject[] => [
  { entity: entity as EntityName, id },
]
const assembly = (id: number): readonly Subject[] => [{ entity: 'assemblytypes', id }]

export const linkId = ({ kind, from, to }: LinkKey): LinkId => ({
  kind,
  assembly_id: from,
  item_id: to,
})
const putLink = ({ links }: State, key: LinkKey, link: Link, { at, position }: When) => {
  const { quantity, notes, sortOrder: sort_order } = link
  const own = linkId(key)
  const created_at = links.find(linkKey(own))?.created_at ?? at
  links.put({ ...own, quantity, notes, sort_order, created_at }, position)
}
const endLink = ({ links }: State, key: LinkKey, { position }: When) =>
  links.end(linkKey(linkId(key)), position)

type Attribute = EventData<'AttributeAdded'>
const putAttribute = ({ attributes }: State, data: Attribute, { at, position }: When) => {
  const { attributeId: id, assemblyId: assembly_id, description, value, unit, editable } = data
  const { drawingNumber: drawing_number, sortOrder: sort_order } = data
  const created_at = attributes.find(attributeKey({ id }))?.created_at ?? at
  const row = { assembly_id, id, description, value, unit, drawing_number, editable, sort_order }
  attributes.put({ ...row, created_at }, position)
  return assembly(assembly_id)
}

type OneOffer = EventData<'OfferRemoved'>
const offerId = ({ entity, id, supplierId }: OneOffer): OfferId => ({
  entity,
  id: Number(id),
  supplier_id: supplierId,
})
const putOffer = ({ offers }: State, data: EventData<'OfferMade'>, { at, position }: When) => {
  const own = offerId(data)
  const created_at = offers.find(offerKey(own))?.created_at ?? at
  const row = { ...own, ...(columns(data.offer) as Omit<OfferRow, keyof OfferId>) }
  offers.put({ ...row, created_at, updated_at: at }, position)
  return item(data)
}

const setPart: Handler<EventData<'PartLinked'>> = (state, data, when) => {
  putLink(state, partLink(data), data, when)
  return assembly(data.assemblyId)
}
const setSubassembly: Handler<EventData<'SubassemblyLinked'>> = (state, data, when) => {
  putLink(state, subLink(data), data, when)
  return assembly(data.parentId)
}

const fillAssembly: Handler<EventData<'ContentsReinstated'>> = (
  state,
  { assemblyId, parts, attributes },
  when,
) => {
  for (const part of parts) putLink(state, partLink({ ...part, assemblyId }), part, when)
  for (const attribute of attributes) putAttribute(state, { ...attribute, assemblyId }, when)
  return assembly(assemblyId)
}

/** Ends its links in both directions. The assemblies that contained it change too. */
const endLinks = (
  { links }: State,
  id: number,
  isMeant: (kind: LinkKind) => boolean,
  when: When,
) => {
  const lost = links.all(
    ({ kind, assembly_id, item_id }) =>
      isMeant(kind as LinkKind) &&
      (assembly_id === id || (kind === 'subassembly' && item_id === id)),
  )
  for (const link of lost) links.end(linkKey(link), when.position)
  const holders = new Set([id, ...lost.map(({ assembly_id }) => assembly_id)])
  return [...holders].flatMap(assembly)
}

const existing = ({ records }: State, which: EventData<'ItemRemoved'>): RecordRow => {
  const known = records.find(recordKey(which))
  if (!known) throw new Error(`${recordKey(which)} does not exist`)
  return known
}

const register: Handler<EventData<'ItemRegistered'>> = ({ records }, data, { position }) => {
  const { entity, id, values } = data
  if (records.find(recordKey(data))) throw new Error(`${recordKey(data)} exists`)
  const number = typeof id === 'number' ? id : null
  records.put({ entity, id: String(id), number, fields: columns(values) }, position)
  return item(data)
}

const handlers: Handlers = {
  ItemRegistered: register,
  ItemReinstated: register,
  ItemRevised: (state, data, { position }) => {
    const known = existing(state, data)
    const fields = { ...known.fields, ...columns(data.changes) }
    state.records.put({ ...known, fields }, position)
    return item(data)
  },
  ItemPriced: (_state, data) => item(data),
  ItemRemoved: (state, data, when) => {
    state.records.end(recordKey(existing(state, data)), when.position)
    for (const offer of state.offers.all((one) => recordKey(one) === recordKey(data)))
      state.offers.end(offerKey(offer), when.position)
    if (data.entity !== 'assemblytypes') return item(data)
    const { attributes } = state
    for (const attribute of attributes.all(({ assembly_id }) => assembly_id === data.id))
      attributes.end(attributeKey(attribute), when.position)
    return endLinks(state, Number(data.id), () => true, when)
  },
  OfferMade: putOffer,
  OfferRemoved: ({ offers }, data, { position }) => {
    offers.end(offerKey(offerId(data)), position)
    return item(data)
  },
  PartLinked: setPart,
  PartLinkChanged: setPart,
  PartUnlinked: (state, data, when) => {
    endLink(state, partLink(data), when)
    return assembly(data.assemblyId)
  },
  SubassemblyLinked: setSubassembly,
  SubassemblyLinkChanged: setSubassembly,
  SubassemblyUnlinked: (state, data, when) => {
    endLink(state, subLink(data), when)
    return assembly(data.parentId)
  },
  AssemblyDissolved: (state, { assemblyId }, when) =>
    endLinks(state, assemblyId, (kind) => kind === 'subassembly', when),
  AssemblyReinstated: (_state, { assemblyId }) => assembly(assemblyId),
  AssemblyCloned: (state, data, when) => {
    const { assemblyId, subassemblies } = data
    for (const sub of subassemblies)
      // A subassembly may be removed while the clone is made; its links are removed with it.
      if (state.records.find(recordKey({ entity: 'assemblytypes', id: sub.childId })))
        putLink(state, subLink({ ...sub, parentId: assemblyId }), sub, when)
    return fillAssembly(state, data, when)
  },
  ContentsReinstated: fillAssembly,
  AttributeAdded: putAttribute,
  AttributeChanged: putAttribute,
  AttributeRemoved: ({ attributes }, { assemblyId, attributeId }, { position }) => {
    attributes.end(attributeKey({ id: attributeId }), position)
    return assembly(assemblyId)
  },
}

export const historyHandles = Object.keys(handlers)

export const foldEvent = (state: State, event: RecordedEvent): readonly Subject[] => {
  const handler = handlers[event.type as EventType] as Handler<never>
  return handler(state, event.data as never, { at: event.metadata.at, position: event.position })
}
