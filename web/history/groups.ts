import type { Entity } from '#contracts/entity.ts'
import type { Change } from '#contracts/history.ts'
import { namedField, type NamedField, type Owner } from './fields.ts'
import { isNothing } from './texts.ts'

export type NamedChange = { readonly path: string; readonly named: NamedField } & Pick<
  Change,
  'from' | 'to'
>
/** What was changed of one thing: the record and its price, or a link or attribute. */
export type Group = {
  readonly key: string
  readonly owner: Owner
  readonly changes: readonly NamedChange[]
}

const keyOf = (owner: Owner): string => ('id' in owner ? `${owner.kind} ${owner.id}` : 'record')

/** The changes in the order they came, those of one thing together. What was nothing and is nothing is none. */
export const groupsOf = (entity: Entity, changes: readonly Change[]): readonly Group[] => {
  const named = changes
    .filter(({ from, to }) => !(isNothing(from) && isNothing(to)))
    .map(({ field, from, to }) => ({ path: field, from, to, named: namedField(entity, field) }))
  const groups = Map.groupBy(named, (change) => keyOf(change.named.owner))
  return [...groups].map(([key, all]) => ({ key, owner: all[0]!.named.owner, changes: all }))
}

/** The first so many lines of them. */
export const firstLines = (groups: readonly Group[], most: number): readonly Group[] => {
  let left = most
  return groups.flatMap((group) => {
    const changes = group.changes.slice(0, Math.max(0, left))
    left -= changes.length
    return changes.length > 0 ? [{ ...group, changes }] : []
  })
}
