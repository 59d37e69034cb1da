import type { Position } from '#contracts/event-log.ts'
import { assemblyTables } from '../assembly/tables.ts'
import { RowChanges } from '../assembly/row-changes.ts'
import { writeRows } from '../assembly/write-rows.ts'
import { readCheckpoint } from '../kernel/checkpoint.ts'
import type { Projection, Transaction } from '../kernel/projection.ts'
import { applyEvent, bomHandles } from './apply-event.ts'
import { closureSize, closureTables, writeChanges } from './closure-table.ts'
import { Dirty } from './dirty.ts'
import { wantedRows } from './item-rows.ts'
import { loadModel } from './load.ts'
import { BomModel } from './model.ts'
import { rebuildClosure } from './rebuild-closure.ts'
import { wantedFor } from './wanted.ts'

export type BomProjection = Projection & {
  /** The model at the tables' checkpoint, for queries. */
  readonly model: () => BomModel
  /** Of the last batch that the model has taken: the same position, the same answers. */
  readonly position: () => Position
}

/** No batch remembers more pairs than this; the closure is computed whole instead. */
const pairsRemembered = 1_000_000
/** Above this share of the table, computing it whole is quicker than changing it. */
const shareWorthASwitch = 0.15

export type BomOptions = {
  /** Of the database, for copying on a connection of its own. */
  readonly url: string
  /** Fewer pairs than this are always written one by one, whatever their share of the table. */
  readonly pairsWorthASwitch?: number
}

/**
 * Links, attributes and the closure, and the model in memory that they are loaded into and that answers
 * queries. It comes after the projections whose tables it reads what items show from. The model takes a batch
 * before its own rows are written; if the batch fails, the kernel has it loaded from the tables again.
 */
export const bomProjection = (options: BomOptions): BomProjection => {
  const { pairsWorthASwitch = 20_000 } = options
  let model = new BomModel()
  let position: Position = 0n
  /** The model has followed a fill, and so holds links but no items. */
  let isFilling = false

  const settle = async (tx: Transaction, dirty: Dirty) => {
    if (dirty.isEmpty) return
    const isLarge =
      dirty.tooMany ||
      (dirty.pending > pairsWorthASwitch &&
        dirty.pending > shareWorthASwitch * (await closureSize(tx)))
    if (isLarge) await rebuildClosure(tx, options.url, model)
    else await writeChanges(tx, dirty.settle(model))
  }

  return {
    name: 'bom',
    revision: 1,
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
      const rows = filling ? [] : await wantedRows(tx, wantedFor(model, events))
      isFilling ||= filling
      const changes = new RowChanges()
      const dirty = filling ? null : new Dirty(pairsRemembered)
      model.dirty = dirty
      for (const event of events) applyEvent(model, changes, event)
      for (const { kind, id, row } of rows)
        model.put(kind, id, row && model.catalogue.made(kind, row))
      model.dirty = null
      position = reached
      await writeRows(tx, model, changes)
      if (dirty) await settle(tx, dirty)
      touched.add('assemblytypes', changes.assemblies)
    },
    filled: (tx) => rebuildClosure(tx, options.url, model),
  }
}
