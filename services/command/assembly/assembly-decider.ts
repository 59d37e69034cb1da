import type { z } from 'zod'
import type { attributeBody } from '#contracts/assembly/attributes.ts'
import type { AssemblyEvent } from '#contracts/assembly/events.ts'
import { linkKinds, type LinkKind, type PartKind } from '#contracts/assembly/link-kinds.ts'
import {
  changedLink,
  type KeptLink,
  type Link,
  type LinkChanges,
} from '#contracts/assembly/links.ts'
import { assembly, entityNamed } from '#contracts/catalogue/index.ts'
import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import type { Item } from '#contracts/catalogue/item.ts'
import type { DataOf } from '#contracts/messages.ts'
import type { Values } from '#contracts/fields.ts'
import { refuse } from '#contracts/refusals.ts'
import { capitalized } from '#contracts/text.ts'
import { itemTables, noItem, type ItemCommand } from '../item/item-decider.ts'
import { decider, type Decision } from '../kernel/command.ts'
import { clonedMark } from '../model/model.ts'

type Attribute = Readonly<z.output<typeof attributeBody>>
type KeptAttribute = Attribute & { readonly at: string }

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
      data: { assemblyId: number; attributeId: number; changes: AttributeChanges }
    }
  | { type: 'RemoveAttribute'; data: { assemblyId: number; attributeId: number } }
  | { type: 'Clone'; data: { id: number; values: Values } & Cloned }

type AttributeChanges = { readonly [K in keyof Attribute]?: Attribute[K] | undefined }

const attributesPerAssembly = 10_000
/** Tells the assembly as well, so that /attributes/{attributeId} needs no look-up. */
export const attributeIdOf = (assemblyId: number, number: number): number =>
  assemblyId * attributesPerAssembly + number
export const assemblyOf = (attributeId: number): number =>
  Math.floor(attributeId / attributesPerAssembly)

export const partKey = (part: LinkKind, partId: number): string => `${part}-${partId}`

const noun = (part: PartKind) => capitalized(entityNamed(linkKinds[part].entity).noun.the)
const gone = refuse('NOT_FOUND')

type Decided = Decision<AssemblyEvent>

const ifLive =
  <D>(decide: (data: D, state: Assembly) => Decided) =>
  (data: D, state: Assembly): Decided =>
    state.status === 'live' ? decide(data, state) : gone

const decideLink = (link: Part & Link, { parts }: Assembly): Decided =>
  parts.has(partKey(link.part, link.partId))
    ? refuse('DUPLICATE', `${noun(link.part)} er allerede i sammenstillingen.`)
    : [{ type: 'PartLinked', data: link }]

const decideLinkChange = (
  { changes, ...part }: Part & { changes: LinkChanges },
  { parts }: Assembly,
): Decided => {
  const link = parts.get(partKey(part.part, part.partId))
  if (!link) return gone
  const after = changedLink(link, changes)
  return after ? [{ type: 'PartLinkChanged', data: { ...part, ...after } }] : []
}

const decideAttribute = (
  { assemblyId, ...attribute }: { assemblyId: number } & Attribute,
  { numbered }: Assembly,
): Decided => {
  if (numbered + 1 >= attributesPerAssembly)
    return refuse('LIMIT', 'Sammenstillingen kan ikke få flere attributter.')
  const attributeId = attributeIdOf(assemblyId, numbered + 1)
  return [{ type: 'AttributeAdded', data: { assemblyId, attributeId, ...attribute } }]
}

const decideAttributeChange = (
  { changes, ...ids }: { assemblyId: number; attributeId: number; changes: AttributeChanges },
  { attributes }: Assembly,
): Decided => {
  const kept = attributes.get(ids.attributeId)
  if (!kept) return gone
  const { at: _since, ...before } = kept
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const after: Attribute = { ...before, ...Object.fromEntries(given) }
  const keys = Object.keys(before) as (keyof Attribute)[]
  if (keys.every((key) => after[key] === before[key])) return []
  return [{ type: 'AttributeChanged', data: { ...ids, ...after } }]
}

const keep = (state: Assembly, { part, partId, ...link }: Part & Link, at: string) => {
  const { quantity, notes, sortOrder } = link
  const key = partKey(part, partId)
  const since = state.parts.get(key)?.at ?? at
  state.parts.set(key, { part, partId, quantity, notes, sortOrder, at: since })
  return state
}
const keepAttribute = (state: Assembly, id: number, attribute: Attribute, at: string) => {
  const { description, value, unit, drawingNumber, editable, sortOrder } = attribute
  const since = state.attributes.get(id)?.at ?? at
  const kept = { description, value, unit, drawingNumber, editable, sortOrder, at: since }
  state.attributes.set(id, kept)
  state.numbered = Math.max(state.numbered, id % attributesPerAssembly)
  return state
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
    LinkPart: ifLive(decideLink),
    ChangePartLink: ifLive(decideLinkChange),
    UnlinkPart: ifLive((part, { parts }) =>
      parts.has(partKey(part.part, part.partId)) ? [{ type: 'PartUnlinked', data: part }] : gone,
    ),
    AddAttribute: ifLive(decideAttribute),
    ChangeAttribute: ifLive(decideAttributeChange),
    RemoveAttribute: ifLive((data, { attributes }) =>
      attributes.has(data.attributeId) ? [{ type: 'AttributeRemoved', data }] : gone,
    ),
    Clone: ({ id, values, ...cloned }, state) => {
      if (state.status !== 'none') return refuse('CONFLICT')
      return [
        {
          type: 'ItemRegistered',
          data: { entity: assembly.name, id, values },
          marks: { [clonedMark]: true },
        },
        { type: 'AssemblyCloned', data: { assemblyId: id, ...cloned } },
      ]
    },
  },
  evolve: {
    ...items.evolve,
    PartLinked: (state, link, { at }) => keep(state, link, at),
    PartLinkChanged: (state, link, { at }) => keep(state, link, at),
    PartUnlinked: (state, { part, partId }) => {
      state.parts.delete(partKey(part, partId))
      return state
    },
    AttributeAdded: (state, { attributeId, ...attribute }, { at }) =>
      keepAttribute(state, attributeId, attribute, at),
    AttributeChanged: (state, { attributeId, ...attribute }, { at }) =>
      keepAttribute(state, attributeId, attribute, at),
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
