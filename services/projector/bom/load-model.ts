import { sql } from 'slonik'
import { byKind, kindsOfLink, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { eachRow } from '../kernel/stream.ts'
import type { Transaction } from '../kernel/projection.ts'
import type { Fragment } from '../kernel/sql.ts'
import { Links } from '#graph/links.ts'
import type { BomLink, LinkKey, Structure } from './bom-links.ts'
import { itemRows } from './item-rows.ts'
import { itemOf, type ItemRow } from './items.ts'
import { BomModel } from './model.ts'
import { byName, namedEntities, type Named } from './model-parts.ts'

export type NamedRow = { readonly id: number; readonly name: string }

/** The rows of a model. Of items and names, at least those with the ids. */
export type ModelRows = {
  readonly links: Fragment
  readonly items: (kind: LinkKind, ids: ReadonlySet<number>) => Fragment
  readonly names: (entity: Named, ids: ReadonlySet<number>) => Fragment
}

export const loadFrom = async (
  tx: Transaction,
  { links, items, names }: ModelRows,
  ids = byKind(kindsOfLink, () => new Set<number>()),
) => {
  const model = new BomModel()
  model.closureChanges = null
  let size = 0
  const named = byName(() => new Set<number>())
  await eachRow<LinkKey & BomLink>(tx, links, (link) => {
    model.link(link, link)
    ids.subassembly.add(link.from)
    ids[link.kind].add(link.to)
    size++
  })
  for (const kind of kindsOfLink)
    await eachRow<ItemRow>(tx, sql.fragment`${items(kind, ids[kind])} order by r.id`, (row) => {
      const item = itemOf(kind, row)
      model.put(kind, row.id, item)
      if (item.supplierId !== null) named.suppliers.add(item.supplierId)
      if (item.manufacturerId !== null) named.manufacturers.add(item.manufacturerId)
      size++
    })
  for (const entity of namedEntities)
    await eachRow<NamedRow>(tx, names(entity, named[entity]), ({ id, name }) =>
      model.names[entity].set(id, name),
    )
  return { model, size }
}

/** Call it in the transaction that reads the checkpoint. */
export const loadModel = async (tx: Transaction): Promise<BomModel> => {
  const links = sql.fragment`
    select kind, assembly_id as "from", item_id as "to", quantity, notes, sort_order as "sortOrder"
    from assembly_link`
  const names = (entity: Named) => sql.fragment`select id, name from ${sql.identifier([entity])}`
  return (await loadFrom(tx, { links, items: itemRows, names })).model
}

/** The part of the model that its closure is made of. */
export const loadStructure = async (tx: Transaction): Promise<Structure> => {
  const subassembly = new Links<BomLink>()
  const assemblies = new Set<number>()
  const records = sql.fragment`select id from assemblytypes`
  await eachRow<{ id: number }>(tx, records, ({ id }) => assemblies.add(id))
  const links = sql.fragment`
    select assembly_id as "from", item_id as "to", quantity, notes, sort_order as "sortOrder"
    from assembly_link where kind = 'subassembly'`
  await eachRow<BomLink>(tx, links, (link) => subassembly.set(link))
  return { links: { subassembly }, assemblies }
}
