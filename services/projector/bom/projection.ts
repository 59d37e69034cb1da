import { sql, type QuerySqlToken } from 'slonik'
import { kindsOfLink } from '#contracts/assembly/link-kinds.ts'
import type { Position } from '#contracts/event-log.ts'
import { assemblyTables, RowChanges, writeRows } from './write-rows.ts'
import { readCheckpoint } from '../kernel/checkpoint.ts'
import type { Projection, Transaction } from '../kernel/projection.ts'
import { applyEvent, bomHandles } from './apply-event.ts'
import { ClosureChanges } from './closure.ts'
import { closureTables, rebuildClosure, writeChanges } from './closure-table.ts'
import { changedItems, itemRows } from './item-rows.ts'
import type { BomLink, LinkKey } from './bom-links.ts'
import { itemOf, type ItemRow } from './items.ts'
import { BomModel } from './model.ts'

export type BomProjection = Projection & {
  readonly model: () => BomModel
  /** Of the last batch that the model has taken: the same position, the same answers. */
  readonly position: () => Position
}

/** Through a cursor, so that a million rows never lie in memory together. `query` says that they are a Row. */
const eachRow = async <Row>(
  tx: Transaction,
  query: QuerySqlToken,
  take: (row: Row) => void,
): Promise<void> => {
  await tx.query(sql.unsafe`declare bom_rows no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = await tx.query(sql.unsafe`fetch 5000 from bom_rows`)
    if (rows.length === 0) break
    for (const row of rows) take(row as Row)
  }
  await tx.query(sql.unsafe`close bom_rows`)
}

type Named = { readonly id: number; readonly name: string }

/** The model as the tables have it, in the transaction that reads their checkpoint. */
export const loadModel = async (tx: Transaction): Promise<BomModel> => {
  const model = new BomModel()
  model.closureChanges = null
  // Each is read to its end: Postgres would prefer plans that give the first rows soon.
  await tx.query(sql.unsafe`set local cursor_tuple_fraction = 1`)
  for (const table of ['suppliers', 'manufacturers'] as const)
    await eachRow<Named>(tx, sql.unsafe`select id, name from ${sql.identifier([table])}`, (row) =>
      model.names[table].set(row.id, row.name),
    )
  for (const kind of kindsOfLink)
    await eachRow<ItemRow>(tx, sql.unsafe`${itemRows(kind)} order by r.id`, (row) =>
      model.put(kind, row.id, itemOf(kind, row)),
    )
  const links = sql.unsafe`
    select kind, assembly_id as "from", item_id as "to", quantity, notes, sort_order as "sortOrder"
    from assembly_link`
  await eachRow<LinkKey & BomLink>(tx, links, (row) => model.link(row, row))
  return model
}

/** The model takes a batch before its rows are written; if the batch fails, the kernel loads it again from the tables. */
export const createBomProjection = (
  /** No batch remembers more pairs of the closure than this: it is computed whole instead. */
  pairsRemembered = 1_000_000,
): BomProjection => {
  let model = new BomModel()
  let position: Position = 0n
  /** The model has followed a fill, and so holds links but no items. */
  let isFilling = false

  return {
    name: 'bom',
    revision: 2,
    tables: [...assemblyTables, ...closureTables],
    handles: bomHandles,
    model: () => model,
    position: () => position,
    load: async (tx) => {
      const checkpoint = await readCheckpoint(tx)
      // Nobody reads a model that was filled: it need not be kept until the new one is there.
      if (isFilling) model = new BomModel()
      isFilling = false
      model = await loadModel(tx)
      position = checkpoint?.position ?? 0n
    },
    apply: async (tx, { events, position: reached, filling, touched }) => {
      if (events.length === 0) return
      // What is in the tables is read first: from here on queries see the batch whole.
      const items = filling ? [] : await changedItems(tx, events)
      isFilling ||= filling
      const changes = new RowChanges()
      const closureChanges = filling ? null : new ClosureChanges(pairsRemembered)
      model.closureChanges = closureChanges
      for (const event of events) applyEvent(model, changes, event)
      for (const { kind, id, row } of items) model.put(kind, id, row && itemOf(kind, row))
      model.closureChanges = null
      model.forgetFlats()
      position = reached
      await writeRows(tx, model, changes)
      if (closureChanges?.isTooLarge) await rebuildClosure(tx, model)
      else if (closureChanges) await writeChanges(tx, closureChanges.settle(model))
      touched.add('assemblytypes', [...changes.assemblies])
    },
    filled: (tx) => rebuildClosure(tx, model),
  }
}
