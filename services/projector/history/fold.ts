import type { LinkKind } from '#contracts/assembly/link-kinds.ts'
import type { Link } from '#contracts/assembly/links.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import type { Effect } from '#contracts/event-definition.ts'
import { definitionOf, type DataWith } from '#contracts/events.ts'
import { linkIn, partLink, subLink, type LinkKey } from '../bom/bom-links.ts'
import { subjectOf, type Subject } from '../kernel/projection.ts'
import { asColumns } from '../kernel/sql.ts'
import type { LinkId, OfferId, RecordRow, State } from './state.ts'

type When = { readonly at: string; readonly position: bigint }
/** May return other assemblies that lost a link by it. */
type Handler<Data> = (state: State, data: Data, when: When) => readonly Subject[] | void
type Handlers = { readonly [E in Effect]: Handler<DataWith<E>> }

export const linkId = ({ kind, from, to }: LinkKey): LinkId => ({
  kind,
  assembly_id: from,
  item_id: to,
})
const putLink = ({ links }: State, key: LinkKey, link: Link, { at, position }: When) => {
  const { quantity, notes, sortOrder: sort_order } = link
  const own = linkId(key)
  const created_at = links.find(own)?.created_at ?? at
  links.put({ ...own, quantity, notes, sort_order, created_at }, position)
}

const putAttribute: Handler<DataWith<'attributeSet'>> = (
  { attributes },
  { attributeId: id, assemblyId: assembly_id, ...data },
  { at, position },
) => {
  const own = { assembly_id, id }
  const created_at = attributes.find(own)?.created_at ?? at
  attributes.put({ ...asColumns(data), ...own, created_at }, position)
}

const offerId = ({ entity, id, supplierId }: DataWith<'offerRemoved'>): OfferId => ({
  entity,
  id: Number(id),
  supplier_id: supplierId,
})

const fillAssembly: Handler<DataWith<'filled'>> = (
  state,
  { assemblyId, parts, attributes },
  when,
) => {
  for (const part of parts) putLink(state, partLink({ ...part, assemblyId }), part, when)
  for (const attribute of attributes) putAttribute(state, { ...attribute, assemblyId }, when)
}

/** Ends its links in both directions. Returns the assemblies that contained it. */
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
  for (const link of lost) links.end(link, when.position)
  const holders = new Set(lost.map(({ assembly_id }) => assembly_id))
  holders.delete(id)
  return [...holders].map((holder): Subject => ({ entity: 'assemblytypes', id: holder }))
}

const recordId = ({ entity, id }: Pick<DataWith<'removed'>, 'entity' | 'id'>) => ({
  entity,
  id: String(id),
})

const existing = ({ records }: State, which: DataWith<'removed'>): RecordRow => {
  const known = records.find(recordId(which))
  if (!known) throw new Error(`${which.entity} ${which.id} does not exist`)
  return known
}

const nothing = () => undefined

const handlers: Handlers = {
  created: ({ records }, data, { position }) => {
    const { entity, id, values } = data
    if (records.find(recordId(data))) throw new Error(`${entity} ${id} exists`)
    const number = typeof id === 'number' ? id : null
    records.put({ entity, id: String(id), number, fields: asColumns(values) }, position)
  },
  revised: (state, data, { position }) => {
    const known = existing(state, data)
    const fields = { ...known.fields, ...asColumns(data.changes) }
    state.records.put({ ...known, fields }, position)
  },
  priced: nothing,
  removed: (state, data, when) => {
    const { entity, id } = existing(state, data)
    state.records.end({ entity, id }, when.position)
    for (const offer of state.offers.all((one) => one.entity === entity && String(one.id) === id))
      state.offers.end(offer, when.position)
    if (data.entity !== 'assemblytypes') return undefined
    const { attributes } = state
    for (const attribute of attributes.all(({ assembly_id }) => assembly_id === data.id))
      attributes.end(attribute, when.position)
    return endLinks(state, Number(data.id), () => true, when)
  },
  offerSet: ({ offers }, data, { at, position }) => {
    const own = offerId(data)
    const created_at = offers.find(own)?.created_at ?? at
    offers.put({ ...asColumns(data.offer), ...own, created_at, updated_at: at }, position)
  },
  offerRemoved: ({ offers }, data, { position }) => offers.end(offerId(data), position),
  none: nothing,
  linked: (state, data, when) => putLink(state, linkIn(data), data, when),
  unlinked: ({ links }, data, { position }) => links.end(linkId(linkIn(data)), position),
  dissolved: (state, { assemblyId }, when) =>
    endLinks(state, assemblyId, (kind) => kind === 'subassembly', when),
  rejoined: nothing,
  cloned: (state, data, when) => {
    const { assemblyId, subassemblies } = data
    for (const sub of subassemblies)
      // A subassembly may be removed while the clone is made; its links are removed with it.
      if (state.records.find(recordId({ entity: 'assemblytypes', id: sub.childId })))
        putLink(state, subLink({ ...sub, parentId: assemblyId }), sub, when)
    fillAssembly(state, data, when)
  },
  filled: fillAssembly,
  attributeSet: putAttribute,
  attributeRemoved: ({ attributes }, { assemblyId: assembly_id, attributeId: id }, { position }) =>
    attributes.end({ assembly_id, id }, position),
}

/** Returns the changed records, the event's own record first. */
export const foldEvent = (state: State, event: RecordedEvent): readonly Subject[] => {
  const { type, data, metadata, position } = event
  const handler = handlers[definitionOf(type).effect] as Handler<never>
  const others = handler(state, data as never, { at: metadata.at, position }) ?? []
  return [subjectOf(event), ...others]
}
