import type { AttributeAnswer } from '#contracts/assembly/attributes.ts'
import {
  byKind,
  keyedBy,
  kindsOfLink,
  idKeyOf,
  linkKinds,
  partKinds,
  pathOf,
  recordKey,
  totalKey,
  type LinkKind,
  type PartKind,
} from '#contracts/assembly/link-kinds.ts'
import { linkIdOf, type KeptLink, type Link } from '#contracts/assembly/links.ts'
import { assembly, entityNamed } from '#contracts/catalogue/index.ts'
import type { Item, ItemId } from '#contracts/catalogue/item.ts'
import type { Entity } from '#contracts/entity.ts'
import type { CatalogueContext } from '../catalogue/finders.ts'
import type { ItemDone } from '../item/item-handler.ts'
import type { Answer } from '../kernel/command-routes.ts'
import { recordAnswer } from '../item/answer.ts'
import type { Assembly } from './assembly-decider.ts'
import { viewOf, type View } from './view.ts'

export const linkAnswer = async (
  view: View,
  kind: LinkKind,
  assemblyId: number,
  partId: number,
  { quantity, notes, sortOrder, at }: KeptLink,
) => {
  const entity = entityNamed(linkKinds[kind].entity)
  const linked = await view.record(entity, partId)
  return {
    id: linkIdOf(kind, assemblyId, partId),
    assemblyId,
    ...(kind === 'subassembly' && { parentAssemblyId: assemblyId }),
    [idKeyOf(kind)]: partId,
    quantity,
    notes,
    sortOrder,
    createdAt: at,
    [recordKey(kind)]: linked ? await itemAnswer(view, entity, partId, linked) : null,
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

type Ordered = Pick<Link, 'quantity' | 'sortOrder'> & { readonly id: number }

const inOrder = <T extends Pick<Ordered, 'id' | 'sortOrder'>>(links: readonly T[]): readonly T[] =>
  links.toSorted((a, b) => a.sortOrder - b.sortOrder || a.id - b.id)

const linkedAnswers = (view: View, linked: readonly Ordered[], kind: LinkKind) => {
  const entity = entityNamed(linkKinds[kind].entity)
  return Promise.all(
    inOrder(linked).map(async ({ id, quantity }) => {
      if (kind === 'subassembly') {
        const name = await view.title(entity.name, id)
        const numbers = { supplierArticlenumber: null, itoArticlenumber: null }
        return { id, name, description: name, ...numbers, quantity }
      }
      const values = (await view.record(entity, id))?.values ?? {}
      const { description = null, supplierArticlenumber = null, itoArticlenumber = null } = values
      return { id, description, supplierArticlenumber, itoArticlenumber, quantity }
    }),
  )
}

const assemblyAnswer = async (view: View, id: number, state: Assembly) => {
  // Copied before the first await, since the next command may change the state.
  const parts = [...state.parts.values()]
  const of = (kind: PartKind): readonly Ordered[] =>
    parts.filter(({ part }) => part === kind).map((link) => ({ ...link, id: link.partId }))
  const attributes = [...state.attributes].map(([key, { sortOrder }]) => ({ id: key, sortOrder }))
  const sorted = inOrder(attributes).map((one) => attributeAnswer(id, state, one.id))
  const record = await recordAnswer(view, assembly, id, state)
  const structure = await view.structure(id)
  const children = structure
    .childrenOf(id)
    .map((child) => ({ ...structure.get(id, child)!, id: child }))
  const linked = { ...byKind(partKinds, of), subassembly: children }
  const bomSummary = keyedBy(kindsOfLink, totalKey, (kind) => linked[kind].length)
  const details = kindsOfLink.map(
    async (kind) => [pathOf(kind), await linkedAnswers(view, linked[kind], kind)] as const,
  )
  const bomDetails = Object.fromEntries(await Promise.all(details))
  return { ...record, attributes: sorted, bomSummary, bomDetails }
}

const itemAnswer = async (view: View, entity: Entity, id: ItemId, item: Item): Promise<unknown> =>
  entity.name === assembly.name
    ? assemblyAnswer(view, Number(id), item as Assembly)
    : recordAnswer(view, entity, id, item)

export const answerOf = async (
  context: CatalogueContext,
  entity: Entity,
  done: ItemDone,
): Promise<Answer> => {
  const { id, state, revision } = done
  const view = viewOf(context, done)
  // Read before the record: a version that is too old is refused later, but one that is too new would hide a change.
  const version =
    entity === assembly
      ? revision + (await view.structure(Number(id))).version(Number(id))
      : state.version
  return { version, data: await itemAnswer(view, entity, id, state) }
}
