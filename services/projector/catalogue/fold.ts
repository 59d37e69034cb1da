import type { AssemblyEvent } from '#contracts/assembly/events.ts'
import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import type { EventData } from '#contracts/events.ts'
import { snake } from '#kernel/database.ts'
import type { RecordId } from '../kernel/projection.ts'

export type Row = Record<string, unknown>

/** The net change of a batch to one table: one row per record, however many events it had. */
export type Net = {
  readonly added: Map<RecordId, Row>
  readonly changed: Map<RecordId, Row>
  readonly removed: Set<RecordId>
}

type Nets = Map<EntityName, Net>
type When = { readonly at: string; readonly version: number }
/** One entry per event type of a record's stream; a new type does not compile without one. */
type Rows = {
  readonly [Type in (CatalogueEvent | AssemblyEvent)['type']]: (
    nets: Nets,
    data: EventData<Type>,
    when: When,
  ) => void
}

export const columns = (values: Readonly<Record<string, unknown>>): Row => {
  const row: Row = {}
  for (const key of Object.keys(values)) row[snake(key)] = values[key]
  return row
}

const netOf = (nets: Nets, entity: EntityName): Net => {
  let net = nets.get(entity)
  if (!net) nets.set(entity, (net = { added: new Map(), changed: new Map(), removed: new Set() }))
  return net
}

const netOfLive = (nets: Nets, { entity, id }: EventData<'ItemRemoved'>): Net => {
  const net = netOf(nets, entity as EntityName)
  if (net.removed.has(id) && !net.added.has(id))
    throw new Error(`${entity} ${id} was removed before`)
  return net
}

const change = (net: Net, id: RecordId, row: Row): void => {
  const known = net.added.get(id) ?? net.changed.get(id)
  if (known) Object.assign(known, row)
  else net.changed.set(id, { id, ...row })
}

const own = ({ at, version }: When): Row => ({ updated_at: at, version })

/** Links and attributes share the assembly's stream, but do not update its own fields. */
const moveVersion = (nets: Nets, data: { assemblyId: number }, { version }: When): void =>
  change(netOf(nets, 'assemblytypes'), data.assemblyId, { version })

/** The changed values are in another table. */
const touch = (nets: Nets, data: EventData<'ItemRemoved'>, when: When): void =>
  change(netOfLive(nets, data), data.id, own(when))

const rows: Rows = {
  ItemRegistered: (nets, data, when) => {
    const { entity, id, values } = data
    const net = netOfLive(nets, data)
    if (net.added.has(id) || net.changed.has(id)) throw new Error(`${entity} ${id} exists`)
    net.added.set(id, { ...columns(values), ...own(when), id, created_at: when.at })
  },
  ItemReinstated: (nets, { entity, id, values, createdAt }, when) =>
    void netOf(nets, entity as EntityName).added.set(id, {
      ...columns(values),
      ...own(when),
      id,
      created_at: createdAt,
    }),
  ItemRevised: (nets, data, when) =>
    change(netOfLive(nets, data), data.id, { ...columns(data.changes), ...own(when) }),
  ItemPriced: touch,
  ItemRemoved: (nets, data) => {
    const net = netOfLive(nets, data)
    if (!net.added.delete(data.id)) net.removed.add(data.id)
    net.changed.delete(data.id)
  },
  OfferMade: touch,
  OfferRemoved: touch,
  PartLinked: moveVersion,
  PartLinkChanged: moveVersion,
  PartUnlinked: moveVersion,
  AttributeAdded: moveVersion,
  AttributeChanged: moveVersion,
  AttributeRemoved: moveVersion,
  AssemblyCloned: moveVersion,
  ContentsReinstated: moveVersion,
}

export const catalogueHandles = Object.keys(rows)

/** Folds a batch. A record's version is the revision of its stream, so every event moves it. */
export const fold = (events: readonly RecordedEvent[]): ReadonlyMap<EntityName, Net> => {
  const nets: Nets = new Map()
  for (const { type, data, metadata, revision } of events) {
    const row = rows[type as keyof Rows] as Rows['ItemRemoved']
    row?.(nets, data as never, { at: metadata.at, version: Number(revision) })
  }
  return nets
}
