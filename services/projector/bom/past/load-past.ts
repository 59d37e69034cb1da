import { sql } from 'slonik'
import { byKind, kindsOfLink, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { eachRow } from '../../kernel/cursor.ts'
import type { Transaction } from '../../kernel/projection.ts'
import type { BomLink, LinkKey } from '../bom-links.ts'
import { itemOf, type ItemRow } from '../items.ts'
import type { NamedRow } from '../load-model.ts'
import { BomModel } from '../model.ts'
import { byName, namedEntities } from '../model-parts.ts'
import type { Scope } from './scope.ts'
import { pastAssemblies, linksWithin, pastNames, pastParts, type Moment } from './versions.ts'

const idsIn = (scope: Scope): Record<LinkKind, Set<number>> => {
  const ids = byKind(kindsOfLink, () => new Set<number>())
  if (scope.what === 'below') for (const id of scope.ids) ids.subassembly.add(id)
  if (scope.what === 'above') ids[scope.kind].add(scope.id)
  return ids
}

const arrayOf = (ids: ReadonlySet<number>) =>
  sql.fragment`${sql.array([...ids].map(String), 'text')}`

/** The part of the model within a scope at a position of the log, and its number of links and items. */
export const loadPast = async (tx: Transaction, moment: Moment, scope: Scope) => {
  const model = new BomModel()
  model.closureChanges = null
  let size = 0
  const ids = idsIn(scope)
  const named = byName(() => new Set<number>())
  await eachRow<LinkKey & BomLink>(tx, linksWithin(scope, moment.position), (link) => {
    model.link(link, link)
    ids.subassembly.add(link.from)
    ids[link.kind].add(link.to)
    size++
  })
  for (const kind of kindsOfLink) {
    const all = scope.what === 'everything' ? null : arrayOf(ids[kind])
    const items =
      kind === 'subassembly' ? pastAssemblies(moment.position, all) : pastParts(moment, kind, all)
    await eachRow<ItemRow>(tx, sql.fragment`${items} order by r.id`, (row) => {
      const item = itemOf(kind, row)
      model.put(kind, row.id, item)
      if (item.supplierId !== null) named.suppliers.add(item.supplierId)
      if (item.manufacturerId !== null) named.manufacturers.add(item.manufacturerId)
      size++
    })
  }
  for (const entity of namedEntities) {
    const names = pastNames(moment.position, entity, arrayOf(named[entity]))
    await eachRow<NamedRow>(tx, names, ({ id, name }) => model.names[entity].set(id, name))
  }
  return { model, size }
}
