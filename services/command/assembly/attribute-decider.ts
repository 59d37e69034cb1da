import type { z } from 'zod'
import type { attributeBody } from '#contracts/assembly/attributes.ts'
import type { AssemblyEvent } from '#contracts/assembly/events.ts'
import { refuse } from '#contracts/refusals.ts'
import type { Decision } from '../kernel/command.ts'

export type Attribute = Readonly<z.output<typeof attributeBody>>
type KeptAttribute = Attribute & { readonly at: string }
export type AttributeChanges = { readonly [K in keyof Attribute]?: Attribute[K] | undefined }
export type Attributes = Map<number, KeptAttribute>
type AttributeState = { readonly attributes: Attributes; numbered: number }

const attributesPerAssembly = 10_000
/** Contains the assembly id, so that /attributes/{attributeId} needs no look-up. */
export const attributeIdOf = (assemblyId: number, number: number): number =>
  assemblyId * attributesPerAssembly + number
export const assemblyOf = (attributeId: number): number =>
  Math.floor(attributeId / attributesPerAssembly)

const notFound = refuse('NOT_FOUND')

type Decided = Decision<AssemblyEvent>

export const decideAttribute = (
  { assemblyId, ...attribute }: { assemblyId: number } & Attribute,
  { numbered }: AttributeState,
): Decided => {
  if (numbered + 1 >= attributesPerAssembly)
    return refuse('LIMIT', 'Sammenstillingen kan ikke få flere attributter.')
  const attributeId = attributeIdOf(assemblyId, numbered + 1)
  return [{ type: 'AttributeAdded', data: { assemblyId, attributeId, ...attribute } }]
}

export const decideAttributeChange = (
  { changes, ...ids }: { assemblyId: number; attributeId: number; changes: AttributeChanges },
  { attributes }: AttributeState,
): Decided => {
  const kept = attributes.get(ids.attributeId)
  if (!kept) return notFound
  const { at: _since, ...before } = kept
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const after: Attribute = { ...before, ...Object.fromEntries(given) }
  const keys = Object.keys(before) as (keyof Attribute)[]
  if (keys.every((key) => after[key] === before[key])) return []
  return [{ type: 'AttributeChanged', data: { ...ids, ...after } }]
}

export const decideAttributeRemoval = (
  data: { assemblyId: number; attributeId: number },
  { attributes }: AttributeState,
): Decided => (attributes.has(data.attributeId) ? [{ type: 'AttributeRemoved', data }] : notFound)

export const keepAttribute = <S extends AttributeState>(
  state: S,
  id: number,
  attribute: Attribute,
  at: string,
) => {
  const { description, value, unit, drawingNumber, editable, sortOrder } = attribute
  const since = state.attributes.get(id)?.at ?? at
  const kept = { description, value, unit, drawingNumber, editable, sortOrder, at: since }
  state.attributes.set(id, kept)
  state.numbered = Math.max(state.numbered, id % attributesPerAssembly)
  return state
}
