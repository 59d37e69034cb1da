import type { AssemblyEvent } from '#contracts/assembly/events.ts'
import { assembly } from '#contracts/catalogue/index.ts'
import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import type { Item } from '#contracts/catalogue/item.ts'
import type { DataOf } from '#contracts/messages.ts'
import type { Values } from '#contracts/fields.ts'
import { assemblyMissing } from '#contracts/assembly/missing.ts'
import { isRefusal, refuse } from '#contracts/refusals.ts'
import { itemDecisions, type ItemCommand } from '../item/item-decider.ts'
import { itemEvolutions, noItem } from '../item/item-evolve.ts'
import { both, decider, type Decision, type When } from '../kernel/command.ts'
import { clonedMark } from '../model/model.ts'
import {
  decideAttribute,
  decideAttributeChange,
  decideAttributeRemoval,
  keepAttribute,
  type Attribute,
  type AttributeChanges,
  type Attributes,
} from './attribute-decider.ts'
import { decideParts, keepPart, partKey, type PartCommand, type Parts } from './part-decider.ts'

/** An assembly as in its own stream. Subassemblies are in the structure stream. */
export type Assembly = Item & {
  readonly parts: Parts
  readonly attributes: Attributes
  /** The highest attribute number ever used. */
  numbered: number
}

type Cloned = Omit<DataOf<AssemblyEvent, 'AssemblyCloned'>, 'assemblyId'>

export type AssemblyCommand =
  | ItemCommand
  | { type: 'ChangeParts'; data: readonly PartCommand[] }
  | { type: 'Build'; data: { id: number; values: Values; parts: readonly PartCommand[] } }
  | { type: 'AddAttribute'; data: { assemblyId: number } & Attribute }
  | {
      type: 'ChangeAttribute'
      data: { assemblyId: number; attributeId: number; changes: AttributeChanges }
    }
  | { type: 'RemoveAttribute'; data: { assemblyId: number; attributeId: number } }
  | { type: 'Clone'; data: { id: number; values: Values } & Cloned }

type Decided = Decision<AssemblyEvent>

const ifLive =
  <D>(decide: (data: D, state: Assembly) => Decided) =>
  (data: D, state: Assembly): Decided =>
    state.status === 'live' ? decide(data, state) : assemblyMissing

const keepIn = (state: Assembly, link: DataOf<AssemblyEvent, 'PartLinked'>, { at }: When) => {
  keepPart(state.parts, link, at)
  return state
}

/** Its contents, also after its removal, as events have them. */
export const contentsOf = ({ parts, attributes }: Assembly) => ({
  parts: [...parts.values()].map(({ at: _since, ...link }) => link),
  attributes: [...attributes].map(([attributeId, { at: _since, ...attribute }]) => ({
    attributeId,
    ...attribute,
  })),
})

const keepContents = (
  state: Assembly,
  { assemblyId, parts, attributes }: DataOf<AssemblyEvent, 'ContentsReinstated'>,
  { at }: When,
): Assembly => {
  for (const part of parts) keepPart(state.parts, { assemblyId, ...part }, at)
  for (const { attributeId, ...attribute } of attributes)
    keepAttribute(state, attributeId, attribute, at)
  return state
}

const noAssembly = (): Assembly => ({
  ...noItem(),
  parts: new Map(),
  attributes: new Map(),
  numbered: 0,
})

const decisions = itemDecisions(assembly)
const evolutions = itemEvolutions<Assembly>()

type Event = CatalogueEvent | AssemblyEvent

export const assemblies = decider<AssemblyCommand, Event, Assembly>({
  initial: noAssembly,
  decide: {
    ...decisions,
    ChangeParts: ifLive(decideParts),
    Build: ({ id, values, parts }, state) => {
      if (state.status !== 'none') return refuse('CONFLICT')
      const data = { entity: assembly.name, id, values }
      return both<Event>([{ type: 'ItemRegistered', data }], decideParts(parts, state))
    },
    AddAttribute: ifLive(decideAttribute),
    ChangeAttribute: ifLive(decideAttributeChange),
    RemoveAttribute: ifLive(decideAttributeRemoval),
    Reinstate: (data, state, at) => {
      const item = decisions.Reinstate(data, state, at)
      if (isRefusal(item) || item.length === 0) return item
      const contents = contentsOf(state)
      if (contents.parts.length + contents.attributes.length === 0) return item
      const reinstated = { assemblyId: Number(data.id), ...contents }
      return [...item, { type: 'ContentsReinstated', data: reinstated }]
    },
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
    ...evolutions,
    // Contents follow: in older releases as separate events.
    ItemReinstated: (state, data, when) => {
      state.parts.clear()
      state.attributes.clear()
      return evolutions.ItemReinstated(state, data, when)
    },
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
    AssemblyCloned: keepContents,
    ContentsReinstated: keepContents,
  },
})
