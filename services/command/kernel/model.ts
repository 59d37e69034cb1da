import type { StructureEvent } from '#contracts/assembly/events.ts'
import { partKinds, type PartKind } from '#contracts/assembly/links.ts'
import { entities } from '#contracts/catalogue/index.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import type { EventData, EventType } from '#contracts/events.ts'
import type { Values } from '#contracts/fields.ts'
import { skippedType } from '#contracts/skipped-events.ts'
import { projectsStream, recordIn, structureStream } from '#contracts/streams.ts'
import { understood } from '#contracts/understood.ts'
import { parentsIn } from '#command/structure/apply.ts'
import { edges } from '#command/structure/edges.ts'
import { graph } from '#command/structure/graph.ts'
import { column } from './column.ts'
import { rememberedKeys } from './idempotency.ts'
import { records, type Records, type RecordsDump } from './records.ts'

/** Marks the ItemRegistered of a clone, which exists only once its AssemblyCloned has been seen too. */
export const clonedMark = 'cloned'

export type ModelDump = {
  readonly records: Readonly<Record<string, RecordsDump>>
  readonly parts: Readonly<Record<PartKind, Int32Array>>
  readonly structure: ReturnType<ReturnType<typeof graph>['dump']>
  readonly structureRevision: number
  readonly restructured: Int32Array
  readonly projectsRevision: number
  readonly keys: ReturnType<ReturnType<typeof rememberedKeys>['dump']>
}

type Handlers = { [T in EventType]: (data: EventData<T>, event: RecordedEvent) => void }

/**
 * What this service knows of the whole log: just enough to check references, uses, keys and circles
 * without asking anybody. A record's full state is read from its own stream.
 */
export const newModel = () => {
  const byName = new Map<string, Records>()
  for (const entity of entities) {
    if (entity.name === 'projects') continue
    byName.set(entity.name, records(entity))
  }
  const assemblies = byName.get('assemblytypes')!
  const parts = Object.fromEntries(partKinds.map((kind) => [kind, edges()])) as Record<
    PartKind,
    ReturnType<typeof edges>
  >
  const structure = graph()
  const keys = rememberedKeys()
  let structureRevision = -1
  /** By assembly: one more than the revision of the last structure event that changed what is in it. */
  const restructured = column()
  let projectsRevision = -1

  const linkPart = (assemblyId: number, kind: PartKind, partId: number) => {
    if (!parts[kind].find(assemblyId, partId)) parts[kind].add(assemblyId, partId)
  }
  const unlinkPart = (assemblyId: number, kind: PartKind, partId: number) => {
    const edge = parts[kind].find(assemblyId, partId)
    if (edge) parts[kind].remove(edge)
  }
  const recordsOf = ({ entity, id }: { entity: string; id: number | string }) =>
    typeof id === 'number' ? byName.get(entity) : undefined

  const on: Handlers = {
    ItemRegistered: (data, { metadata }) => {
      const of = recordsOf(data)
      of?.register(data.id as number, data.values as Values)
      if (metadata[clonedMark] !== true) of?.enliven(data.id as number)
    },
    ItemRevised: (data) => recordsOf(data)?.revise(data.id as number, data.changes as Values),
    ItemPriced: () => undefined,
    ItemRemoved: (data) => {
      recordsOf(data)?.remove(data.id as number)
      if (data.entity !== 'assemblytypes') return
      for (const kind of partKinds)
        for (const part of parts[kind].childrenOf(data.id as number))
          unlinkPart(data.id as number, kind, part)
    },
    PartLinked: ({ assemblyId, part, partId }) => linkPart(assemblyId, part, partId),
    PartLinkChanged: () => undefined,
    PartUnlinked: ({ assemblyId, part, partId }) => unlinkPart(assemblyId, part, partId),
    AttributeAdded: () => undefined,
    AttributeChanged: () => undefined,
    AttributeRemoved: () => undefined,
    AssemblyCloned: ({ assemblyId, parts: linked, subassemblies }, { metadata }) => {
      assemblies.enliven(assemblyId)
      for (const { part, partId } of linked) linkPart(assemblyId, part, partId)
      for (const { childId, quantity, notes, sortOrder } of subassemblies)
        structure.link(assemblyId, childId, { quantity, notes, sortOrder, at: metadata.at })
    },
    SubassemblyLinked: ({ parentId, childId, ...link }, { metadata }) =>
      structure.link(parentId, childId, { ...link, at: metadata.at }),
    SubassemblyLinkChanged: ({ parentId, childId, ...link }) => {
      const before = structure.get(parentId, childId)
      if (before) structure.link(parentId, childId, { ...link, at: before.at })
    },
    SubassemblyUnlinked: ({ parentId, childId }) => structure.unlink(parentId, childId),
    AssemblyDissolved: ({ assemblyId }) => structure.dissolve(assemblyId),
  }

  const recordOf = (stream: string): [Records, number] | undefined => {
    const found = recordIn(stream)
    return found && [byName.get(found.entity.name)!, found.id]
  }
  const revisionOf = (stream: string): number => {
    if (stream === structureStream) return structureRevision
    if (stream === projectsStream) return projectsRevision
    const [of, id] = recordOf(stream) ?? []
    return of ? of.revision(id!) : -1
  }
  const saw = (stream: string, revision: number) => {
    if (stream === structureStream) structureRevision = revision
    else if (stream === projectsStream) projectsRevision = revision
    else {
      const [of, id] = recordOf(stream) ?? []
      of?.saw(id!, revision)
    }
  }
  const sawParents = (parents: readonly number[], revision: bigint) => {
    for (const id of parents) restructured.set(id, Number(revision) + 1)
  }
  const take = (recorded: RecordedEvent) => {
    const event = understood(recorded)
    if (!event) {
      // Passed over by the operator: its stream goes on after it all the same.
      if (recorded.type === skippedType) saw(recorded.stream, Number(recorded.revision))
      return
    }
    if (event.stream === structureStream)
      sawParents(parentsIn(structure, event as StructureEvent), event.revision)
    const handle = on[event.type as EventType] as (data: unknown, event: RecordedEvent) => void
    handle(event.data, event)
    saw(event.stream, Number(event.revision))
    keys.note(event)
  }

  return {
    parts,
    structure,
    keys,
    revisionOf,
    /** Whose record a stream is of, and its id. */
    recordOf,
    records: (name: EntityName): Records => byName.get(name)!,
    /** An event that the log brings. What was seen before is known by its stream's revision. */
    apply: (event: RecordedEvent): void => {
      if (Number(event.revision) > revisionOf(event.stream)) take(event)
    },
    /**
     * What this process has just written, before the log brings it. False when others wrote to the stream
     * before, and the model has not seen that yet: then the log must bring both, in their order.
     */
    applyOwn: (events: readonly RecordedEvent[]): boolean => {
      const first = events[0]!
      const known = revisionOf(first.stream)
      if (Number(first.revision) > known + 1) return false
      for (const event of events) if (Number(event.revision) > known) take(event)
      return true
    },
    /** Structure events whose effects are in the graph already, each with the parents it had there. */
    sawStructure: (
      events: readonly RecordedEvent[],
      parents: readonly (readonly number[])[],
    ): void => {
      for (const [i, event] of events.entries()) {
        structureRevision = Number(event.revision)
        sawParents(parents[i]!, event.revision)
        keys.note(event)
      }
    },
    /**
     * What a record's version has besides the revision of its own stream: of an assembly, how far the
     * structure had come when its subassemblies changed last. Both only rise, and so does their sum.
     */
    structureVersion: (stream: string): bigint => {
      const [of, id] = recordOf(stream) ?? []
      return of === assemblies ? BigInt(restructured.get(id!)) : 0n
    },
    dump: (): ModelDump => ({
      records: Object.fromEntries([...byName].map(([name, of]) => [name, of.dump()])),
      parts: Object.fromEntries(partKinds.map((kind) => [kind, parts[kind].dump()])) as Record<
        PartKind,
        Int32Array
      >,
      structure: structure.dump(),
      structureRevision,
      restructured: restructured.values(),
      projectsRevision,
      keys: keys.dump(),
    }),
    load: (dump: ModelDump): void => {
      for (const [name, of] of byName) of.load(dump.records[name]!)
      for (const kind of partKinds) parts[kind].load(dump.parts[kind])
      structure.load(dump.structure)
      structureRevision = dump.structureRevision
      restructured.load(dump.restructured)
      projectsRevision = dump.projectsRevision
      keys.load(dump.keys)
    },
  }
}

export type Model = ReturnType<typeof newModel>
