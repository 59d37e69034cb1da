import { osloDay } from '#contracts/days.ts'
import { detailKeys } from '#contracts/assembly/answers.ts'
import type { Position } from '#contracts/event-log.ts'
import { kindsOfLink, linkKinds } from '#contracts/assembly/link-kinds.ts'
import { effectOf, eventTypes, type DataWith } from '#contracts/events.ts'
import { readCheckpoint } from '../kernel/checkpoint.ts'
import type { Batch, Projection } from '../kernel/projection.ts'
import { readChanged, type Changed } from './changed-rows.ts'
import { ClosureChanges } from './closure.ts'
import { closureTables, rebuildClosure, writeChanges } from './closure-table.ts'
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

/** Returns the changes of the closure. */
const applyTo = (
  model: BomModel,
  { items, names, links }: Changed,
  pairsRemembered: number,
): ClosureChanges => {
  const closureChanges = new ClosureChanges(pairsRemembered)
  model.closureChanges = closureChanges
  for (const { link, ...key } of links) if (!link) model.unlink(key)
  for (const { kind, id, item } of items) model.put(kind, id, item)
  for (const { entity, id, name } of names) model.name(entity, id, name)
  for (const { link, ...key } of links) if (link) model.link(key, link)
  model.closureChanges = null
  model.forgetFlats()
  return closureChanges
}

/** The assemblies that hold a record which is shown otherwise now. */
const holdersIn = ({ links }: BomModel, { events }: Batch): readonly number[] =>
  events.flatMap(({ type, data }) => {
    const effect = effectOf(type)!
    if (effect !== 'created' && effect !== 'revised' && effect !== 'removed') return []
    const { entity, id, ...event } = data as DataWith<'created' | 'revised' | 'removed'>
    if ('changes' in event && !detailKeys.some((key) => key in event.changes)) return []
    return kindsOfLink
      .filter((kind) => linkKinds[kind].entity === entity)
      .flatMap((kind) => links[kind].into(Number(id)).map(({ from }) => from))
  })

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
    tables: closureTables,
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
      const changed = await readChanged(tx, batch)
      const costsBefore = model.costs.changes
      const closureChanges = applyTo(model, changed, pairsRemembered)
      ;({ position, day } = batch)
      if (model.costs.changes !== costsBefore) costsChanged = position
      if (closureChanges.isTooLarge) await rebuildClosure(tx, model)
      else await writeChanges(tx, closureChanges.settle(model))
      touched.add('assemblytypes', holdersIn(model, batch))
    },
    completed: [async (tx) => rebuildClosure(tx, await loadStructure(tx))],
  }
}
