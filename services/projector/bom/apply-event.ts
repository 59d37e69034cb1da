import { kindsOfLink, linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import type { Link } from '#contracts/assembly/links.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import type { Effect } from '#contracts/event-definition.ts'
import { definitionOf, type DataWith } from '#contracts/events.ts'
import type { RowChanges } from './write-rows.ts'
import { linkIn, partLink, subLink, type LinkKey } from './bom-links.ts'
import type { BomModel } from './model.ts'

type When = { readonly at: string; readonly revision: bigint }
type Handler<Data> = (model: BomModel, changes: RowChanges, data: Data, when: When) => void
type Handlers = { readonly [E in Effect]: Handler<DataWith<E>> }

const nothing = () => undefined

/** Fields of a linked record that the assembly's answer contains. */
const shown = ['description', 'name', 'supplierArticlenumber', 'itoArticlenumber']

const touchHolders = (model: BomModel, changes: RowChanges, entity: string, id: number) => {
  const kind = kindsOfLink.find((one) => linkKinds[one].entity === entity)
  if (kind) for (const { from } of model.links[kind].into(id)) changes.assemblies.add(from)
}

const link = (model: BomModel, changes: RowChanges, key: LinkKey, values: Link, at: string) =>
  changes.link(key, model.link(key, values) ? at : null)

const handlers: Handlers = {
  created: (model, changes, { entity, id, values }) => {
    if (typeof id !== 'number') return
    model.register(entity as EntityName, id, values as never)
    touchHolders(model, changes, entity, id)
  },
  revised: (model, changes, { entity, id, changes: fields }) => {
    if (typeof id !== 'number') return
    model.register(entity as EntityName, id, fields as never)
    if (shown.some((key) => key in fields)) touchHolders(model, changes, entity, id)
  },
  // Prices are read from the tables: see item-rows.ts.
  priced: nothing,
  removed: (model, changes, { entity, id }) => {
    if (typeof id !== 'number') return
    touchHolders(model, changes, entity, id)
    if (entity === 'assemblytypes') {
      nameLinks(model, changes, id, kindsOfLink)
      changes.removed(id)
    }
    model.remove(entity as EntityName, id)
  },
  // Costs use the price of the part's own supplier only.
  offerSet: nothing,
  offerRemoved: nothing,
  none: nothing,
  linked: (model, changes, data, { at, revision }) => {
    link(model, changes, linkIn(data), data, at)
    if ('parentId' in data) changes.restructure(data.parentId, revision)
  },
  unlinked: (model, changes, data, { revision }) => {
    model.unlink(linkIn(data))
    changes.link(linkIn(data), null)
    if ('parentId' in data) changes.restructure(data.parentId, revision)
  },
  dissolved: (model, changes, { assemblyId }, { revision }) => {
    for (const { from } of model.links.subassembly.into(assemblyId))
      changes.restructure(from, revision)
    nameLinks(model, changes, assemblyId, ['subassembly'])
    model.dissolve(assemblyId)
  },
  rejoined: (_model, changes, { assemblyId }, { revision }) =>
    changes.restructure(assemblyId, revision),
  cloned: (model, changes, data, when) => {
    const { assemblyId, subassemblies } = data
    fillAssembly(model, changes, data, when)
    for (const sub of subassemblies)
      // A subassembly may be removed while the clone is made; its links are removed with it.
      if (model.assemblies.has(sub.childId))
        link(model, changes, subLink({ ...sub, parentId: assemblyId }), sub, when.at)
  },
  filled: (model, changes, data, when) => fillAssembly(model, changes, data, when),
  /** Keeps the creation time of an existing attribute. */
  attributeSet: (_model, changes, data, { at }) => {
    const { attributeId: id, assemblyId } = data
    const known = changes.attributes.get(id)
    changes.attribute(assemblyId, id, { ...data, id, createdAt: known?.createdAt ?? at })
  },
  attributeRemoved: (_model, changes, { assemblyId, attributeId }) =>
    changes.attribute(assemblyId, attributeId, null),
}

const fillAssembly: Handler<DataWith<'filled'>> = (
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

export const applyEvent = (
  model: BomModel,
  changes: RowChanges,
  { type, data, metadata, revision }: RecordedEvent,
): void => {
  const handler = handlers[definitionOf(type).effect] as Handler<never>
  handler(model, changes, data as never, { at: metadata.at, revision })
}
