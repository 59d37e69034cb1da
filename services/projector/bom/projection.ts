import { osloDay } from '#contracts/days.ts'
import type { Position } from '#contracts/event-log.ts'
import { eventTypes } from '#contracts/events.ts'
import { RowChanges, takeFromHistory, writeRows } from './write-rows.ts'
import { assemblyTables } from './assembly-tables.ts'
import { readCheckpoint } from '../kernel/checkpoint.ts'
import type { Projection } from '../kernel/projection.ts'
import { applyEvent } from './apply-event.ts'
import { ClosureChanges } from './closure.ts'
import { closureTables, rebuildClosure, writeChanges } from './closure-table.ts'
import { changedItems } from './item-rows.ts'
import { itemOf } from './items.ts'
import { loadModel, loadStructure } from './load-model.ts'
import { BomModel } from './model.ts'

export type BomProjection = Projection & {
  readonly model: () => BomModel
  /** The position of the last applied batch. Equal positions give equal answers. */
  readonly position: () => Position
  /** The position of the last batch that may have changed a cost. */
  readonly costsChanged: () => Position
  /** The day whose prices the model has. */
  readonly day: () => string
}

/** The model changes before the rows are written. If the batch fails, the kernel reloads it from the tables. */
export const createBomProjection = (
  /** With more changed pairs in a batch, the whole closure is recomputed. */
  pairsRemembered = 1_000_000,
): BomProjection => {
  let model = new BomModel()
  let position: Position = 0n
  let costsChanged: Position = 0n
  let day = osloDay()

  return {
    name: 'bom',
    revision: 3,
    tables: [...assemblyTables, ...closureTables],
    handles: eventTypes,
    model: () => model,
    position: () => position,
    costsChanged: () => costsChanged,
    day: () => day,
    load: async (tx) => {
      const checkpoint = await readCheckpoint(tx)
      model = await loadModel(tx)
      position = checkpoint?.position ?? 0n
      costsChanged = position
      day = checkpoint?.day ?? day
    },
    apply: async (tx, batch) => {
      const { events, filling, touched } = batch
      if (filling || (events.length === 0 && batch.day === batch.dayBefore)) return
      // Read before the model changes: queries must not see half of a batch.
      const items = await changedItems(tx, batch)
      const changes = new RowChanges()
      const costsBefore = model.costs.changes
      const closureChanges = new ClosureChanges(pairsRemembered)
      model.closureChanges = closureChanges
      for (const event of events) applyEvent(model, changes, event)
      for (const { kind, id, row } of items) model.put(kind, id, row && itemOf(kind, row))
      model.closureChanges = null
      model.forgetFlats()
      ;({ position, day } = batch)
      if (model.costs.changes !== costsBefore) costsChanged = position
      await writeRows(tx, model, changes)
      if (closureChanges.isTooLarge) await rebuildClosure(tx, model)
      else await writeChanges(tx, closureChanges.settle(model))
      touched.add('assemblytypes', [...changes.assemblies])
    },
    derived: [takeFromHistory],
    filled: [async (tx) => rebuildClosure(tx, await loadStructure(tx))],
  }
}
