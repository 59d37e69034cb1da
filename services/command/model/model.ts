import { partKinds, type PartKind } from '#contracts/assembly/link-kinds.ts'
import { entities } from '#contracts/catalogue/index.ts'
import type { ItemId } from '#contracts/catalogue/item.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import type { EventData, EventType } from '#contracts/events.ts'
import { skippedType } from '#contracts/skipped-events.ts'
import { recordIn } from '#contracts/streams.ts'
import { parseEvent } from '#contracts/parse-event.ts'
import { Links, type Link } from '#graph/links.ts'
import { createRememberedKeys, type Remembered } from '../kernel/remembered-keys.ts'
import { Records, type RecordsDump } from './records.ts'
import { StructureGraph, type GraphDump } from './structure-graph.ts'

/** Marks the ItemRegistered of a clone, which exists only once its AssemblyCloned has been seen too. */
export const clonedMark = 'cloned'

export type ModelDump = {
  readonly records: ReadonlyMap<EntityName, RecordsDump>
  readonly parts: ReadonlyMap<PartKind, readonly Link[]>
  readonly structure: GraphDump
  readonly loose: Map<string, number>
  readonly keys: ReadonlyMap<string, Remembered>
}

/**
 * What this service knows of the whole log: just enough to check references, uses, keys and circles
 * without asking anybody. A record's full state is read from its own stream.
 */
export class Model {
  readonly structure = new StructureGraph()
  readonly keys = createRememberedKeys()
  readonly parts: Readonly<Record<PartKind, Links>> = {
    component: new Links(),
    motor: new Links(),
    sensor: new Links(),
  }
  readonly #records: ReadonlyMap<EntityName, Records> = new Map(
    entities.map((entity) => [entity.name, new Records(entity)]),
  )
  #loose = new Map<string, number>()

  records(name: EntityName): Records {
    return this.#records.get(name)!
  }

  revisionOf(stream: string): number {
    const record = recordIn(stream)
    if (record) return this.records(record.entity.name).revision(record.id)
    return this.#loose.get(stream) ?? -1
  }

  /** The names of all files that records refer to. */
  files(): readonly string[] {
    return [...this.#records.values()].flatMap((records) => [...records.files()])
  }

  /** Of an assembly, also one that is gone. */
  nameOf(assemblyId: number): string {
    return this.records('assemblytypes').title(assemblyId) ?? `sammenstilling ${assemblyId}`
  }

  apply(event: RecordedEvent): void {
    if (Number(event.revision) > this.revisionOf(event.stream)) this.#take(event)
  }

  /**
   * What this process has just written, before the log brings it. False when others wrote to the stream
   * before, and the model has not seen that yet: then the log must bring both, in their order.
   */
  applyOwn(events: readonly RecordedEvent[]): boolean {
    const first = events[0]!
    if (Number(first.revision) > this.revisionOf(first.stream) + 1) return false
    for (const event of events) this.apply(event)
    return true
  }

  dump(): ModelDump {
    return {
      records: new Map([...this.#records].map(([name, records]) => [name, records.dump()])),
      parts: new Map(partKinds.map((kind) => [kind, [...this.parts[kind]]])),
      structure: this.structure.dump(),
      loose: this.#loose,
      keys: this.keys.dump(),
    }
  }

  load(dump: ModelDump): void {
    for (const [name, records] of this.#records) records.load(dump.records.get(name)!)
    for (const kind of partKinds)
      for (const link of dump.parts.get(kind)!) this.parts[kind].set(link)
    this.structure.load(dump.structure)
    this.#loose = dump.loose
    this.keys.load(dump.keys)
  }

  #take(recorded: RecordedEvent): void {
    const event = parseEvent(recorded)
    if (event) {
      const handle = handlers[event.type as EventType] as Handler<never>
      handle(this, event.data as never, event)
      this.keys.note(event)
    }
    // What an operator passed over counts too: its stream goes on after it.
    if (event || recorded.type === skippedType)
      this.#saw(recorded.stream, Number(recorded.revision))
  }

  #saw(stream: string, revision: number): void {
    const record = recordIn(stream)
    if (record) this.records(record.entity.name).saw(record.id, revision)
    else this.#loose.set(stream, revision)
  }
}

type Handler<Data> = (model: Model, data: Data, event: RecordedEvent) => void

const recordsOf = (model: Model, { entity, id }: { entity: string; id: ItemId }) =>
  typeof id === 'number' ? { records: model.records(entity as EntityName), id } : undefined

const nothing = () => undefined

const restructure: Handler<unknown> = ({ structure }, _data, event) => structure.take(event)

const linkPart = ({ parts }: Model, kind: PartKind, from: number, to: number) =>
  void parts[kind].set({ from, to })

const handlers: { readonly [T in EventType]: Handler<EventData<T>> } = {
  ItemRegistered: (model, data, { metadata }) => {
    const { records, id } = recordsOf(model, data) ?? {}
    records?.reserve(id!, data.values)
    if (metadata[clonedMark] !== true) records?.enliven(id!)
  },
  ItemRevised: (model, data) => {
    const { records, id } = recordsOf(model, data) ?? {}
    records?.revise(id!, data.changes)
  },
  ItemPriced: nothing,
  ItemReinstated: (model, data) => {
    const { records, id } = recordsOf(model, data) ?? {}
    records?.reserve(id!, data.values)
    records?.enliven(id!)
    if (data.entity === 'assemblytypes') model.structure.dissolved.expect(id!)
  },
  ItemRemoved: (model, data) => {
    const { records, id } = recordsOf(model, data) ?? {}
    records?.remove(id!)
    if (data.entity !== 'assemblytypes') return
    for (const links of Object.values(model.parts))
      for (const { from, to } of links.out(id!).slice()) links.remove(from, to)
  },
  OfferMade: (model, { supplierId, offer, ...of }) => {
    const { records, id } = recordsOf(model, of) ?? {}
    records?.offers.put(id!, supplierId, offer.supplierArticlenumber)
  },
  OfferRemoved: (model, { supplierId, ...of }) => {
    const { records, id } = recordsOf(model, of) ?? {}
    records?.offers.remove(id!, supplierId)
  },
  PartLinked: (model, { assemblyId, part, partId }) => linkPart(model, part, assemblyId, partId),
  PartLinkChanged: nothing,
  PartUnlinked: (model, { assemblyId, part, partId }) =>
    void model.parts[part].remove(assemblyId, partId),
  AttributeAdded: nothing,
  AttributeChanged: nothing,
  AttributeRemoved: nothing,
  AssemblyCloned: (model, { assemblyId, parts }, event) => {
    model.records('assemblytypes').enliven(assemblyId)
    for (const { part, partId } of parts) linkPart(model, part, assemblyId, partId)
    model.structure.take(event)
  },
  ContentsReinstated: (model, { assemblyId, parts }) => {
    for (const { part, partId } of parts) linkPart(model, part, assemblyId, partId)
  },
  SubassemblyLinked: restructure,
  SubassemblyLinkChanged: restructure,
  SubassemblyUnlinked: restructure,
  AssemblyDissolved: restructure,
  AssemblyReinstated: restructure,
}
