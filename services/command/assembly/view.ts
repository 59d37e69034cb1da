import type { KeptLink } from '#contracts/assembly/links.ts'
import { assembly, entityNamed } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import type { EventLog, Position } from '#contracts/event-log.ts'
import { streamOf, structureStream } from '#contracts/streams.ts'
import { parseEvent } from '#contracts/parse-event.ts'
import type { RecordView } from '../item/answer.ts'
import type { RecordOf } from '../catalogue/finders.ts'
import type { ItemDone } from '../item/commands.ts'
import type { ItemHandler } from '../item/item-handler.ts'
import type { Done } from '../kernel/context.ts'
import type { Model } from '../model/model.ts'
import { StructureGraph } from '../model/structure-graph.ts'

export type View = RecordView & {
  readonly children: (assemblyId: number) => Promise<ReadonlyMap<number, KeptLink>>
  readonly version: (entity: Entity, done: ItemDone) => Promise<bigint>
}

type Sources = {
  readonly log: EventLog
  readonly model: Model
  readonly handlerOf: (entity: Entity) => ItemHandler
  readonly record: RecordOf
}

/** A command that is repeated is answered by what held when it was done, however much has changed since. */
export const createViews =
  (sources: Sources) =>
  ({ repeated, position }: Done<unknown>): View =>
    repeated && position !== null ? past(sources, position) : present(sources)

export type ViewOf = ReturnType<typeof createViews>

const childrenIn = (graph: StructureGraph, id: number): ReadonlyMap<number, KeptLink> =>
  new Map(graph.childrenOf(id).map((child) => [child, graph.get(id, child)!]))

const present = ({ model, record }: Sources): View => ({
  record: async (entity, id) => (await record(entity, id))?.item,
  title: async (name, id) => model.records(name).title(id) ?? null,
  children: async (id) => childrenIn(model.structure, id),
  version: async (entity, { id, state, revision }) =>
    entity.name === assembly.name ? revision + model.structure.version(Number(id)) : state.version,
})

const past = ({ log, handlerOf }: Sources, position: Position): View => {
  const record: View['record'] = async (entity, id) => {
    const item = await handlerOf(entity).asOf(id, position)
    return item.status === 'live' ? item : undefined
  }
  const structure = async (id: number) => {
    const events = [
      ...(await log.read(streamOf(assembly, id))),
      ...(await log.read(structureStream)),
    ]
    const graph = new StructureGraph()
    const then = events
      .filter((event) => event.position <= position)
      .toSorted((a, b) => (a.position < b.position ? -1 : 1))
      .flatMap((event) => parseEvent(event) ?? [])
    for (const event of then)
      if (event.stream === structureStream || event.type === 'AssemblyCloned') graph.take(event)
    return graph
  }
  return {
    record,
    title: async (name, id) => {
      const entity = entityNamed(name)
      const title = (await record(entity, id))?.values[entity.title]
      return typeof title === 'string' ? title : null
    },
    children: async (id) => childrenIn(await structure(id), id),
    version: async (entity, { id, state, revision }) =>
      entity.name === assembly.name
        ? revision + (await structure(Number(id))).version(Number(id))
        : state.version,
  }
}
