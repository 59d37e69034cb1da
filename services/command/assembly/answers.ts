import type { AttributeAnswer } from '#contracts/assembly/answers.ts'
import { linkIdOf, linkKinds, type LinkKind } from '#contracts/assembly/links.ts'
import { assembly, entityNamed } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Commands } from '#command/kernel/commands.ts'
import type { Model } from '#command/kernel/model.ts'
import { recordAnswer } from '#command/catalogue/record.ts'
import type { Item, ItemId } from '#command/catalogue/item-decider.ts'
import type { KeptLink } from '#command/structure/graph.ts'
import type { Assembly } from './assembly-decider.ts'
import { bomDetails } from './bom-details.ts'

export type LinkedAnswer = (
  kind: LinkKind,
  assemblyId: number,
  partId: number,
  link: KeptLink,
) => Promise<unknown>

/** A link as GET lists it, with the linked record in it. */
export const linkAnswers =
  (commands: Commands, answerOf: ReturnType<typeof recordAnswers>): LinkedAnswer =>
  async (kind, assemblyId, partId, { quantity, notes, sortOrder, at }) => {
    const { idKey, record, entity: name } = linkKinds[kind]
    const entity = entityNamed(name)
    const linked = await commands.record(entity, partId)
    return {
      id: linkIdOf(kind, assemblyId, partId),
      assemblyId,
      ...(kind === 'subassembly' && { parentAssemblyId: assemblyId }),
      [idKey]: partId,
      quantity,
      notes,
      sortOrder,
      createdAt: at,
      [record]: linked ? await answerOf(entity, partId, linked.item) : null,
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
const assemblyAnswer = async (
  model: Model,
  commands: Commands,
  entity: Entity,
  id: ItemId,
  item: Item,
) => {
  const state = item as Assembly
  const count = (kind: string) =>
    [...state.parts.values()].filter(({ part }) => part === kind).length
  return {
    ...recordAnswer(model, entity, id, item),
    attributes: inOrder(state).map((key) => attributeAnswer(id as number, state, key)),
    bomSummary: {
      totalComponents: count('component'),
      totalMotors: count('motor'),
      totalSensors: count('sensor'),
      totalSubassemblies: model.structure.childrenOf(id as number).length,
    },
    bomDetails: await bomDetails(model, commands, id as number, state),
  }
}

/** A record of any entity as GET gives it. */
export const recordAnswers =
  (model: Model, commands: Commands) =>
  async (entity: Entity, id: ItemId, item: Item): Promise<unknown> =>
    entity.name === assembly.name
      ? assemblyAnswer(model, commands, entity, id, item)
      : recordAnswer(model, entity, id, item)
