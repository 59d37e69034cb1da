import type { AttributeAnswer } from '#contracts/assembly/answers.ts'
import { linkIdOf, linkKinds, type LinkKind } from '#contracts/assembly/links.ts'
import { assembly, entityNamed } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Item, ItemId } from '#command/catalogue/item-decider.ts'
import { recordAnswer } from '#command/catalogue/record.ts'
import type { View } from '#command/kernel/view.ts'
import type { KeptLink } from '#command/structure/graph.ts'
import type { Assembly } from './assembly-decider.ts'
import { bomDetails } from './bom-details.ts'

/** A link as GET lists it, with the linked record in it. */
export const linkAnswer = async (
  view: View,
  kind: LinkKind,
  assemblyId: number,
  partId: number,
  { quantity, notes, sortOrder, at }: KeptLink,
) => {
  const { idKey, record, entity: name } = linkKinds[kind]
  const entity = entityNamed(name)
  const linked = await view.record(entity, partId)
  return {
    id: linkIdOf(kind, assemblyId, partId),
    assemblyId,
    ...(kind === 'subassembly' && { parentAssemblyId: assemblyId }),
    [idKey]: partId,
    quantity,
    notes,
    sortOrder,
    createdAt: at,
    [record]: linked ? await itemAnswer(view, entity, partId, linked) : null,
  }
}

export const attributeAnswer = (
  assemblyId: number,
  state: Assembly,
  attributeId: number,
): AttributeAnswer => {
  const { at, ...attribute } = state.attributes.get(attributeId)!
  return { id: attributeId, assemblyId, ...attribute, createdAt: at }
}

const inOrder = ({ attributes }: Assembly): readonly number[] =>
  [...attributes]
    .toSorted(([a, one], [b, other]) => one.sortOrder - other.sortOrder || a - b)
    .map(([id]) => id)

/** An assembly's record with what it consists of, as GET gives it. */
const assemblyAnswer = async (view: View, id: number, state: Assembly) => {
  const parts = new Map(state.parts)
  const count = (kind: string) => [...parts.values()].filter(({ part }) => part === kind).length
  const attributes = inOrder(state).map((key) => attributeAnswer(id, state, key))
  const record = await recordAnswer(view, assembly, id, state)
  const children = await view.children(id)
  return {
    ...record,
    attributes,
    bomSummary: {
      totalComponents: count('component'),
      totalMotors: count('motor'),
      totalSensors: count('sensor'),
      totalSubassemblies: children.size,
    },
    bomDetails: await bomDetails(view, { parts }, children),
  }
}

/** A record of any entity as GET gives it. */
export const itemAnswer = async (
  view: View,
  entity: Entity,
  id: ItemId,
  item: Item,
): Promise<unknown> =>
  entity.name === assembly.name
    ? assemblyAnswer(view, Number(id), item as Assembly)
    : recordAnswer(view, entity, id, item)
