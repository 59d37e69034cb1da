import type { AssemblyEvent, StructureEvent } from '#contracts/assembly/events.ts'
import type { KeptLink } from '#contracts/assembly/links.ts'
import { assembly, entityNamed } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import type { EventLog, Position, RecordedEvent } from '#contracts/event-log.ts'
import { streamOf, structureStream } from '#contracts/streams.ts'
import { parseEvent } from '#contracts/parse-event.ts'
import type { RecordView } from '../item/answer.ts'
import type { Commands, ItemDone } from '../item/commands.ts'
import type { ItemHandler } from '../item/item-handler.ts'
import type { Done } from '../kernel/context.ts'
import type { Model } from '../model/model.ts'

export type View = RecordView & {
  readonly children: (assemblyId: number) => Promise<ReadonlyMap<number, KeptLink>>
  readonly version: (entity: Entity, done: ItemDone) => Promise<bigint>
}

type Sources = {
  readonly log: EventLog
  readonly model: Model
  readonly handlerOf: (entity: Entity) => ItemHandler
  readonly record: Commands['record']
}

/** A command that is repeated is answered by what held when it was done, however much has changed since. */
export const createViews =
  (sources: Sources) =>
  ({ repeated, position }: Done<unknown>): View =>
    repeated && position !== null ? past(sources, position) : present(sources)

export type ViewOf = ReturnType<typeof createViews>

const present = ({ model, record }: Sources): View => ({
  record: async (entity, id) => (await record(entity, id))?.item,
  title: async (name, id) => model.records(name).title(id) ?? null,
  children: async (id) =>
    new Map(
      model.structure.childrenOf(id).map((child) => [child, model.structure.get(id, child)!]),
    ),
  version: async (entity, { id, state, revision }) =>
    entity.name === assembly.name ? revision + model.structureVersion(Number(id)) : state.version,
})

const past = ({ log, handlerOf }: Sources, position: Position): View => {
  const record: View['record'] = async (entity, id) => {
    const item = await handlerOf(entity).asOf(id, position)
    return item.status === 'live' ? item : undefined
  }
  const structure = async (id: number): Promise<Structure> => {
    const events = [
      ...(await log.read(streamOf(assembly, id))),
      ...(await log.read(structureStream)),
    ]
    return structureIn(
      id,
      events
        .filter((event) => event.position <= position)
        .toSorted((a, b) => (a.position < b.position ? -1 : 1)),
    )
  }
  return {
    record,
    title: async (name, id) => {
      const entity = entityNamed(name)
      const title = (await record(entity, id))?.values[entity.title]
      return typeof title === 'string' ? title : null
    },
    children: async (id) => (await structure(id)).children,
    version: async (entity, { id, state, revision }) =>
      entity.name === assembly.name
        ? revision + (await structure(Number(id))).version
        : state.version,
  }
}

type Structure = {
  readonly children: ReadonlyMap<number, KeptLink>
  /** As `structureVersion` of the model has it. */
  readonly version: bigint
}

const structureIn = (id: number, events: readonly RecordedEvent[]): Structure => {
  let version = 0n
  const children = new Map<number, KeptLink>()
  const dissolved = new Set<number>()
  for (const { type, data, metadata, revision } of events.flatMap((e) => parseEvent(e) ?? [])) {
    const event = { type, data } as StructureEvent | AssemblyEvent
    if (event.type === 'AssemblyDissolved') {
      dissolved.add(event.data.assemblyId)
      if (children.delete(event.data.assemblyId)) version = revision + 1n
    } else if (event.type === 'AssemblyCloned') {
      for (const { childId, ...link } of event.data.subassemblies)
        if (!dissolved.has(childId)) children.set(childId, { ...link, at: metadata.at })
    } else if ('parentId' in event.data && event.data.parentId === id) {
      version = revision + 1n
      const { childId } = event.data
      if (event.type === 'SubassemblyUnlinked') children.delete(childId)
      else if ('quantity' in event.data) {
        const { quantity, notes, sortOrder } = event.data
        const at = children.get(childId)?.at ?? metadata.at
        children.set(childId, { quantity, notes, sortOrder, at })
      }
    }
  }
  return { children, version }
}
