import type { EntityName } from '#contracts/entity.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import type { EffectIn } from '#contracts/event-definition.ts'
import { definitionOf, eventTypes, type DataWith, type EventData } from '#contracts/events.ts'
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
type Rows = {
  readonly [E in EffectIn<'record'>]: (nets: Nets, data: DataWith<E, 'record'>, when: When) => void
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
  created: (nets, data, when) => {
    const { entity, id, values } = data
    const net = netOf(nets, entity as EntityName)
    if (net.added.has(id) || net.changed.has(id)) throw new Error(`${entity} ${id} exists`)
    const created_at = 'createdAt' in data ? data.createdAt : when.at
    net.added.set(id, { ...columns(values), ...own(when), id, created_at })
  },
  revised: (nets, data, when) =>
    change(netOfLive(nets, data), data.id, { ...columns(data.changes), ...own(when) }),
  priced: touch,
  removed: (nets, data) => {
    const net = netOfLive(nets, data)
    if (!net.added.delete(data.id)) net.removed.add(data.id)
    net.changed.delete(data.id)
  },
  offerSet: touch,
  offerRemoved: touch,
  none: touch,
}

export const catalogueHandles = eventTypes.filter(
  (type) => definitionOf(type).stream !== 'structure',
)

/** Folds a batch. A record's version is the revision of its stream, so every event moves it. */
export const fold = (events: readonly RecordedEvent[]): ReadonlyMap<EntityName, Net> => {
  const nets: Nets = new Map()
  for (const { type, data, metadata, revision } of events) {
    const when = { at: metadata.at, version: Number(revision) }
    const { stream, effect } = definitionOf(type)
    if (stream === 'record') (rows[effect] as Rows['removed'])(nets, data as never, when)
    else moveVersion(nets, data as never, when)
  }
  return nets
}
