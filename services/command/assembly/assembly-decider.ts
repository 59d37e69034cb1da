import type { z } from 'zod'
import type { attributeBody } from '#contracts/assembly/attributes.ts'
import type { AssemblyEvent } from '#contracts/assembly/events.ts'
import type { Link, LinkChanges } from '#contracts/assembly/links.ts'
import { assembly } from '#contracts/catalogue/index.ts'
import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import type { Item } from '#contracts/catalogue/item.ts'
import type { DataOf } from '#contracts/messages.ts'
import type { Values } from '#contracts/fields.ts'
import { isRefusal, refuse } from '#contracts/refusals.ts'
import { itemTables, noItem, type ItemCommand } from '../item/item-decider.ts'
import { decider, type Decision, type When } from '../kernel/command.ts'
import { clonedMark } from '../model/model.ts'
import {
  decideLink,
  decideLinkChange,
  decideParts,
  decideUnlink,
  keepPart,
  partKey,
  type Part,
  type PartLine,
  type PartLines,
  type Parts,
} from './part-decider.ts'

type Attribute = Readonly<z.output<typeof attributeBody>>
type KeptAttribute = Attribute & { readonly at: string }

/** An assembly with what its own stream holds. Its subassemblies are in the structure. */
export type Assembly = Item & {
  readonly parts: Parts
  readonly attributes: Map<number, KeptAttribute>
  /** The highest running number an attribute ever had. */
  numbered: number
}

type Cloned = Omit<DataOf<AssemblyEvent, 'AssemblyCloned'>, 'assemblyId'>

export type AssemblyCommand =
  | ItemCommand
  | { type: 'LinkPart'; data: Part & Link }
  | { type: 'ChangePartLink'; data: Part & { changes: LinkChanges } }
  | { type: 'UnlinkPart'; data: Part }
  /** Links parts or changes how they are linked, and takes others out. */
  | { type: 'SetParts'; data: PartLines }
  | { type: 'Build'; data: { id: number; values: Values; set: readonly PartLine[] } }
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

const gone = refuse('NOT_FOUND')

type Decided = Decision<AssemblyEvent>

const ifLive =
  <D>(decide: (data: D, state: Assembly) => Decided) =>
  (data: D, state: Assembly): Decided =>
    state.status === 'live' ? decide(data, state) : gone

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

const keepIn = (state: Assembly, link: Part & Link, { at }: When) => {
  keepPart(state.parts, link, at)
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
    UnlinkPart: ifLive(decideUnlink),
    SetParts: ifLive(decideParts),
    Build: ({ id, values, set }, state) => {
      if (state.status !== 'none') return refuse('CONFLICT')
      const parts = decideParts({ set, removed: [] }, state)
      const registered = {
        type: 'ItemRegistered',
        data: { entity: assembly.name, id, values },
      } as const
      return isRefusal(parts) ? parts : [registered, ...parts]
    },
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
    PartLinked: keepIn,
    PartLinkChanged: keepIn,
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
      for (const part of parts) keepPart(state.parts, { assemblyId, ...part }, at)
      for (const { attributeId, ...attribute } of attributes)
        keepAttribute(state, attributeId, attribute, at)
      return state
    },
  },
})
