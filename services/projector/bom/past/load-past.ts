import { kindsOfLink, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import type { Transaction } from '../../kernel/projection.ts'
import { readToTheEnd } from '../load-model.ts'
import { BomModel } from '../model.ts'
import { byKind } from '../model-parts.ts'
import type { Scope } from './scope.ts'
import { eachItem, eachLink, eachName, linksWithin, type Moment } from './versions.ts'

const idsIn = (scope: Scope): Record<LinkKind, Set<number>> => {
  const ids = byKind(() => new Set<number>())
  if (scope.what === 'below') for (const id of scope.ids) ids.subassembly.add(id)
  if (scope.what === 'above') ids[scope.kind].add(scope.id)
  return ids
}

/** The part of the model that a question needs, as it was at a position of the log, and how many links and items it has. */
export const loadPast = async (tx: Transaction, moment: Moment, scope: Scope) => {
  await readToTheEnd(tx)
  const model = new BomModel()
  model.closureChanges = null
  let size = 0
  const ids = idsIn(scope)
  await eachLink(tx, linksWithin(scope, moment.position), (link) => {
    model.link(link, link)
    ids.subassembly.add(link.from)
    ids[link.kind].add(link.to)
    size++
  })
  const named = { suppliers: new Set<number>(), manufacturers: new Set<number>() }
  for (const kind of kindsOfLink) {
    const asked = { moment, kind, ids: scope.what === 'everything' ? null : [...ids[kind]] }
    await eachItem(tx, asked, (id, item) => {
      model.put(kind, id, item)
      if (item.supplierId !== null) named.suppliers.add(item.supplierId)
      if (item.manufacturerId !== null) named.manufacturers.add(item.manufacturerId)
      size++
    })
  }
  for (const entity of ['suppliers', 'manufacturers'] as const)
    await eachName(tx, { position: moment.position, entity, ids: [...named[entity]] }, (id, name) =>
      model.names[entity].set(id, name),
    )
  return { model, size }
}
