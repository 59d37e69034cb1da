import { sql, type FragmentSqlToken } from 'slonik'
import type { ItemId } from '#contracts/catalogue/item.ts'
import type { Entity } from '#contracts/entity.ts'
import type { EffectIn } from '#contracts/event-definition.ts'
import { definitionOf, eventTypes } from '#contracts/events.ts'
import { isAssembly } from '../catalogue/columns.ts'
import { every, some } from '../kernel/sql.ts'

/** True for changes of contents, which the assembly may not have had. */
const isOfContents: Readonly<Record<EffectIn<'assembly' | 'structure'>, boolean>> = {
  linked: false,
  unlinked: false,
  attributeSet: false,
  attributeRemoved: false,
  cloned: true,
  filled: true,
  dissolved: true,
  rejoined: true,
  none: false,
}

const ofContents = sql.array(
  eventTypes.filter((type) => {
    const { stream, effect } = definitionOf(type)
    return stream !== 'record' && isOfContents[effect]
  }),
  'text',
)

const changesContents = (id: number) =>
  some(
    ['link_version', 'attribute_version'].map(
      (table) => sql.fragment`exists (
        select from ${sql.identifier([table])} v
        where v.assembly_id = ${id} and j.position in (v.position, v.ended))`,
    ),
  )

/** The journal rows that change the record. */
export const rowsOf = ({ name }: Entity, id: ItemId): FragmentSqlToken =>
  sql.fragment`select j.* from journal j where ${every([
    sql.fragment`j.entity = ${name} and j.id = ${String(id)}`,
    isAssembly({ name })
      ? sql.fragment`(j.type <> all(${ofContents}) or ${changesContents(Number(id))})`
      : undefined,
  ])}`
