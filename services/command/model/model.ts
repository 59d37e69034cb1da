import { byKind, partKinds, type PartKind } from '#contracts/assembly/link-kinds.ts'
import { assembly, entities } from '#contracts/catalogue/index.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { EffectIn } from '#contracts/event-definition.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { definitionOf, type DataWith } from '#contracts/events.ts'
import { skippedType } from '#contracts/skipped-events.ts'
import { recordIn, structureStream } from '#contracts/streams.ts'
import { parseEvent } from '#contracts/parse-event.ts'
import { Links, type Link } from '#graph/links.ts'
import { createRememberedKeys, type Remembered } from '../kernel/remembered-keys.ts'
import { Records, type RecordsDump } from './records.ts'
import { StructureGraph, type GraphDump } from './structure-graph.ts'

/** Marks the ItemRegistered of a clone, which is live only after its AssemblyCloned. */
export const clonedMark = 'cloned'

export type ModelDump = {
  readonly records: ReadonlyMap<EntityName, RecordsDump>
  readonly parts: ReadonlyMap<PartKind, readonly Link[]>
  readonly structure: GraphDump
  /** Of streams that are not a record's. */
  readonly otherRevisions: Map<string, number>
  readonly keys: ReadonlyMap<string, Remembered>
}

/**
 * What this service keeps of the whole log in memory: just enough to check references, uses, keys and cycles. A record's
 * full state is read from its own stream.
 */
export class Model {
  readonly structure = new StructureGraph()
  readonly keys = createRememberedKeys()
  readonly parts: Readonly<Record<PartKind, Links>> = byKind(partKinds, () => new Links())
  readonly #records: ReadonlyMap<EntityName, Records> = new Map(
    entities.map((entity) => [entity.name, new Records(entity)]),
  )
  #otherRevisions = new Map<string, number>()

  records(name: EntityName): Records {
    return this.#records.get(name)!
  }

  revisionOf(stream: string): number {
    const record = recordIn(stream)
    if (record) return this.records(record.entity.name).revision(record.id)
    return this.#otherRevisions.get(stream) ?? -1
  }

  files(): readonly string[] {
    return [...this.#records.values()].flatMap((records) => [...records.files()])
  }

  /** Also for removed assemblies. */
  nameOf(assemblyId: number): string {
    return this.records('assemblytypes').title(assemblyId) ?? `sammenstilling ${assemblyId}`
  }

  apply(event: RecordedEvent): void {
    if (Number(event.revision) > this.revisionOf(event.stream)) this.#take(event)
  }

  /**
   * Applies what this process has just written, before the log brings it. False if others wrote to the stream first and
   * the model lacks their events: then the log must bring all, in order.
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
      otherRevisions: this.#otherRevisions,
      keys: this.keys.dump(),
    }
  }

  load(dump: ModelDump): void {
    for (const [name, records] of this.#records) records.load(dump.records.get(name)!)
    for (const kind of partKinds)
      for (const link of dump.parts.get(kind)!) this.parts[kind].set(link)
    this.structure.load(dump.structure)
    this.#otherRevisions = dump.otherRevisions
    this.keys.load(dump.keys)
  }

  #take(recorded: RecordedEvent): void {
    const event = parseEvent(recorded)
    // Skipped events count too, since the stream continues after them.
    if (!event && recorded.type !== skippedType) return
    const { stream, revision } = recorded
    const record = recordIn(stream)
    const records = record && this.records(record.entity.name)
    if (event && records) {
      const handle = handlers[definitionOf(event.type).effect as RecordEffect] as Handler<never>
      handle({ model: this, records, id: record.id }, event.data as never, event)
    }
    if (event && stream === structureStream) this.structure.take(event)
    if (event) this.keys.note(event)
    if (records) records.saw(record.id, Number(revision))
    else this.#otherRevisions.set(stream, Number(revision))
  }
}

type Place = { readonly model: Model; readonly records: Records; readonly id: number }
type Handler<Data> = (place: Place, data: Data, event: RecordedEvent) => void

const nothing = () => undefined

type PartOf = { readonly part: PartKind; readonly partId: number }
const linkPart = ({ model, id }: Place, { part, partId }: PartOf): void =>
  void model.parts[part].set({ from: id, to: partId })

type RecordEffect = EffectIn<'record' | 'assembly'>
type RecordData<E extends RecordEffect> = DataWith<E, 'record' | 'assembly'>

const handlers: { readonly [E in RecordEffect]: Handler<RecordData<E>> } = {
  created: ({ model, records, id }, { values, entity }, { metadata }) => {
    records.reserve(id, values)
    if (metadata[clonedMark] !== true) records.enliven(id)
    if (entity === assembly.name) model.structure.dissolved.expect(id)
  },
  revised: ({ records, id }, { changes }) => records.revise(id, changes),
  priced: nothing,
  removed: ({ model, records, id }, { entity }) => {
    records.remove(id)
    if (entity !== assembly.name) return
    for (const links of Object.values(model.parts))
      for (const { from, to } of links.out(id).slice()) links.remove(from, to)
  },
  offerSet: ({ records, id }, { supplierId, offer }) =>
    records.offers.put(id, supplierId, offer.supplierArticlenumber),
  offerRemoved: ({ records, id }, { supplierId }) => records.offers.remove(id, supplierId),
  none: nothing,
  linked: linkPart,
  unlinked: ({ model, id }, { part, partId }) => void model.parts[part].remove(id, partId),
  attributeSet: nothing,
  attributeRemoved: nothing,
  cloned: (place, { parts }, event) => {
    place.records.enliven(place.id)
    for (const part of parts) linkPart(place, part)
    place.model.structure.take(event)
  },
  filled: (place, { parts }) => {
    for (const part of parts) linkPart(place, part)
  },
}
