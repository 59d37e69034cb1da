import type { AssemblyEvent, StructureEvent } from '#contracts/assembly/events.ts'
import { assembly, entityNamed } from '#contracts/catalogue/index.ts'
import type { Entity, EntityName } from '#contracts/entity.ts'
import type { EventLog, Position, RecordedEvent } from '#contracts/event-log.ts'
import { structureStream } from '#contracts/streams.ts'
import { upcast } from '#contracts/upcasts.ts'
import type { Item } from '#command/catalogue/item-decider.ts'
import type { RulesOf } from '#command/catalogue/needs.ts'
import { streamOf } from '#command/catalogue/streams.ts'
import type { KeptLink } from '#command/structure/graph.ts'
import type { Commands, ItemDone } from './commands.ts'
import type { Done } from './context.ts'
import type { Handling } from './handle.ts'
import type { Model } from './model.ts'

/** What an answer shows besides the record that the command was about. */
export type View = {
  readonly record: (entity: Entity, id: number) => Promise<Item | undefined>
  readonly title: (name: EntityName, id: number) => Promise<string | null>
  /** The subassemblies that are directly in an assembly. */
  readonly children: (assemblyId: number) => Promise<ReadonlyMap<number, KeptLink>>
  /** The version that a record has in its ETag. */
  readonly version: (entity: Entity, done: ItemDone) => Promise<bigint>
}

type Needs = {
  readonly log: EventLog
  readonly model: Model
  readonly handling: Handling
  readonly rules: RulesOf
  readonly commands: Pick<Commands, 'record'>
}

const present = ({ model, commands }: Needs): View => ({
  record: async (entity, id) => (await commands.record(entity, id))?.item,
  title: async (name, id) => model.records(name).title(id) ?? null,
  children: async (id) =>
    new Map(
      model.structure.childrenOf(id).map((child) => [child, model.structure.get(id, child)!]),
    ),
  version: async (entity, { id, state, revision }) =>
    entity.name === assembly.name
      ? revision + model.structureVersion(streamOf(assembly, id))
      : state.version,
})

/** As it was when the log had come to `position`: slower, since streams are read for it. */
const past = ({ log, handling, rules }: Needs, position: Position): View => {
  const record: View['record'] = async (entity, id) => {
    const item = await handling.asOf(streamOf(entity, id), rules(entity), position)
    return item.status === 'live' ? item : undefined
  }
  const structure = async (id: number): Promise<Structure> => {
    const own = await log.read(streamOf(assembly, id))
    const all = [...own, ...(await log.read(structureStream))]
    const then = all.filter((event) => event.position <= position)
    return structureIn(id, then.toSorted(byPosition).map(upcast))
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

type Placed = { readonly position: Position }
const byPosition = (a: Placed, b: Placed) => (a.position < b.position ? -1 : 1)

type Structure = {
  readonly children: ReadonlyMap<number, KeptLink>
  /** As `structureVersion` of the model has it. */
  readonly version: bigint
}

const structureIn = (id: number, events: readonly RecordedEvent[]): Structure => {
  let version = 0n
  const children = new Map<number, KeptLink>()
  const dissolved = new Set<number>()
  for (const { type, data, metadata, revision } of events) {
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

/** A command that is repeated is answered by what held when it was done, however much has changed since. */
export const views = (needs: Needs) => {
  const now = present(needs)
  return ({ repeated, position }: Done<unknown>): View =>
    repeated && position !== null ? past(needs, position) : now
}

export type ViewOf = ReturnType<typeof views>
