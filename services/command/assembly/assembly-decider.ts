import type { AssemblyEvent } from '#contracts/assembly/events.ts'
import { linkKinds, type PartKind } from '#contracts/assembly/links.ts'
import { assembly, entityNamed } from '#contracts/catalogue/index.ts'
import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import type { DataOf } from '#contracts/messages.ts'
import type { Values } from '#contracts/fields.ts'
import { refuse } from '#contracts/refusals.ts'
import { itemTables, noItem, type Item, type ItemCommand } from '#command/catalogue/item-decider.ts'
import { capital } from '#command/catalogue/names.ts'
import { decider, type Decision } from '#command/kernel/decider.ts'
import type { KeptLink, Link } from '#command/structure/graph.ts'

export type Attribute = {
  readonly description: string
  readonly value: string
  readonly unit: string | null
  readonly drawingNumber: string | null
  readonly editable: boolean
  readonly sortOrder: number
}
export type KeptAttribute = Attribute & { readonly at: string }

/** An assembly with what its own stream holds. Its subassemblies are in the structure. */
export type Assembly = Item & {
  readonly parts: Map<string, KeptLink & { part: PartKind; partId: number }>
  readonly attributes: Map<number, KeptAttribute>
  /** The highest running number an attribute ever had. */
  numbered: number
}

type Part = { assemblyId: number; part: PartKind; partId: number }
type Cloned = Omit<DataOf<AssemblyEvent, 'AssemblyCloned'>, 'assemblyId'>

export type AssemblyCommand =
  | ItemCommand
  | { type: 'LinkPart'; data: Part & Link }
  | { type: 'ChangePartLink'; data: Part & { changes: LinkChanges } }
  | { type: 'UnlinkPart'; data: Part }
  | { type: 'AddAttribute'; data: { assemblyId: number } & Attribute }
  | {
      type: 'ChangeAttribute'
      data: { assemblyId: number; attributeId: number; changes: Partial<Attribute> }
    }
  | { type: 'RemoveAttribute'; data: { assemblyId: number; attributeId: number } }
  | { type: 'Clone'; data: { id: number; values: Values } & Cloned }

export type LinkChanges = { readonly [K in keyof Link]?: Link[K] | undefined }

export const attributesPerAssembly = 10_000
/** Tells the assembly as well, so that /attributes/{attributeId} needs no look-up. */
export const attributeIdOf = (assemblyId: number, number: number): number =>
  assemblyId * attributesPerAssembly + number
export const assemblyOf = (attributeId: number): number =>
  Math.floor(attributeId / attributesPerAssembly)

export const partKey = (part: PartKind, partId: number): string => `${part}-${partId}`

const given = <T extends object>(changes: T) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

/** With what is given changed; undefined if that changes nothing. */
export const changedLink = ({ quantity, notes, sortOrder }: Link, changes: LinkChanges) => {
  const before: Link = { quantity, notes, sortOrder }
  const after: Link = { ...before, ...given(changes) }
  const isSame =
    after.quantity === quantity && after.notes === notes && after.sortOrder === sortOrder
  return isSame ? undefined : after
}

const noun = (part: PartKind) => capital(entityNamed(linkKinds[part].entity).noun.the)
const gone = refuse('NOT_FOUND')
const fact = (type: AssemblyEvent['type'], data: unknown): Decision<AssemblyEvent> => [
  { type, data } as AssemblyEvent,
]

const keep = (state: Assembly, { part, partId, ...link }: Part & Link, at: string) => {
  const { quantity, notes, sortOrder } = link
  const key = partKey(part, partId)
  const since = state.parts.get(key)?.at ?? at
  state.parts.set(key, { part, partId, quantity, notes, sortOrder, at: since })
}
const keepAttribute = (state: Assembly, id: number, attribute: Attribute, at: string) => {
  const { description, value, unit, drawingNumber, editable, sortOrder } = attribute
  const since = state.attributes.get(id)?.at ?? at
  const kept = { description, value, unit, drawingNumber, editable, sortOrder, at: since }
  state.attributes.set(id, kept)
  state.numbered = Math.max(state.numbered, id % attributesPerAssembly)
}

const noAssembly = (): Assembly => ({
  ...noItem(),
  parts: new Map(),
  attributes: new Map(),
  numbered: 0,
})

const items = itemTables(assembly, noAssembly)

export const assemblies = decider<AssemblyCommand, CatalogueEvent | AssemblyEvent, Assembly>({
  initial: noAssembly,
  decide: {
    ...items.decide,
    LinkPart: (link, { status, parts }) => {
      if (status !== 'live') return gone
      if (parts.has(partKey(link.part, link.partId)))
        return refuse('DUPLICATE', `${noun(link.part)} er allerede i sammenstillingen.`)
      return fact('PartLinked', link)
    },
    ChangePartLink: ({ changes, ...part }, { status, parts }) => {
      const link = parts.get(partKey(part.part, part.partId))
      if (status !== 'live' || !link) return gone
      const after = changedLink(link, changes)
      return after ? fact('PartLinkChanged', { ...part, ...after }) : []
    },
    UnlinkPart: (part, { status, parts }) =>
      status === 'live' && parts.has(partKey(part.part, part.partId))
        ? fact('PartUnlinked', part)
        : gone,
    AddAttribute: ({ assemblyId, ...attribute }, { status, numbered }) => {
      if (status !== 'live') return gone
      if (numbered + 1 >= attributesPerAssembly)
        return refuse('LIMIT', 'Sammenstillingen kan ikke få flere attributter.')
      const attributeId = attributeIdOf(assemblyId, numbered + 1)
      return fact('AttributeAdded', { assemblyId, attributeId, ...attribute })
    },
    ChangeAttribute: ({ assemblyId, attributeId, changes }, { status, attributes }) => {
      const kept = attributes.get(attributeId)
      if (status !== 'live' || !kept) return gone
      const { at: _since, ...before } = kept
      const after = { ...before, ...given(changes) }
      const keys = Object.keys(before) as (keyof Attribute)[]
      if (keys.every((key) => after[key] === before[key])) return []
      return fact('AttributeChanged', { assemblyId, attributeId, ...after })
    },
    RemoveAttribute: (data, { status, attributes }) =>
      status === 'live' && attributes.has(data.attributeId) ? fact('AttributeRemoved', data) : gone,
    Clone: ({ id, values, ...cloned }, state) => {
      if (state.status !== 'none') return refuse('CONFLICT')
      return [
        { type: 'ItemRegistered', data: { entity: assembly.name, id, values } },
        { type: 'AssemblyCloned', data: { assemblyId: id, ...cloned } },
      ] as (CatalogueEvent | AssemblyEvent)[]
    },
  },
  evolve: {
    ...items.evolve,
    PartLinked: (state, link, { at }) => {
      keep(state, link, at)
      return state
    },
    PartLinkChanged: (state, link, { at }) => {
      keep(state, link, at)
      return state
    },
    PartUnlinked: (state, { part, partId }) => {
      state.parts.delete(partKey(part, partId))
      return state
    },
    AttributeAdded: (state, { attributeId, ...attribute }, { at }) => {
      keepAttribute(state, attributeId, attribute, at)
      return state
    },
    AttributeChanged: (state, { attributeId, ...attribute }, { at }) => {
      keepAttribute(state, attributeId, attribute, at)
      return state
    },
    AttributeRemoved: (state, { attributeId }) => {
      state.attributes.delete(attributeId)
      return state
    },
    AssemblyCloned: (state, { assemblyId, parts, attributes }, { at }) => {
      for (const part of parts) keep(state, { assemblyId, ...part }, at)
      for (const { attributeId, ...attribute } of attributes)
        keepAttribute(state, attributeId, attribute, at)
      return state
    },
  },
})
