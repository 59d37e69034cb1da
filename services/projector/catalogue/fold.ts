import { assemblyEvents } from '#contracts/assembly/events.ts'
import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import type { DataOf } from '#contracts/messages.ts'
import type { RecordId } from '../kernel/projection.ts'
import { snake } from './columns.ts'

type Data<Type extends CatalogueEvent['type']> = DataOf<CatalogueEvent, Type>

/** Columns and what they hold from now on. */
export type Row = Record<string, unknown>

/** What a batch does to one entity's table: one row per record, however many events it had. */
export type Net = {
  readonly added: Map<RecordId, Row>
  readonly changed: Map<RecordId, Row>
  readonly removed: Set<RecordId>
}

const inStreamOfAssembly = Object.keys(assemblyEvents)

export const catalogueHandles = [
  'ItemRegistered',
  'ItemRevised',
  'ItemPriced',
  'ItemRemoved',
  ...inStreamOfAssembly,
]

const columns = (values: Readonly<Record<string, unknown>>): Row => {
  const row: Row = {}
  for (const key of Object.keys(values)) row[snake(key)] = values[key]
  return row
}

/** Of a new record: what is not said is empty, which is most of what it could hold. */
const filledColumns = (values: Readonly<Record<string, unknown>>): Row => {
  const row: Row = {}
  for (const key of Object.keys(values)) if (values[key] !== null) row[snake(key)] = values[key]
  return row
}

/**
 * What a batch comes to. The version of a record is the revision of its stream, so every event there
 * moves it; only those about the record itself count as an update.
 */
export const fold = (events: readonly RecordedEvent[]): ReadonlyMap<EntityName, Net> => {
  const nets = new Map<EntityName, Net>()

  const netOf = (entity: EntityName): Net => {
    let net = nets.get(entity)
    if (!net) nets.set(entity, (net = { added: new Map(), changed: new Map(), removed: new Set() }))
    return net
  }
  const change = (net: Net, id: RecordId, row: Row) => {
    const known = net.added.get(id) ?? net.changed.get(id)
    if (known) Object.assign(known, row)
    else net.changed.set(id, { id, ...row })
  }

  for (const { type, data, metadata, revision } of events) {
    const version = Number(revision)
    if (inStreamOfAssembly.includes(type)) {
      change(netOf('assemblytypes'), (data as { assemblyId: number }).assemblyId, { version })
      continue
    }
    const { entity, id } = data as Data<'ItemRemoved'>
    const net = netOf(entity as EntityName)
    if (net.removed.has(id)) throw new Error(`${entity} ${id} was removed before`)
    const own = { updated_at: metadata.at, version }

    if (type === 'ItemRegistered') {
      if (net.added.has(id) || net.changed.has(id)) throw new Error(`${entity} ${id} exists`)
      const { values } = data as Data<'ItemRegistered'>
      net.added.set(id, { ...filledColumns(values), ...own, id, created_at: metadata.at })
    } else if (type === 'ItemRevised') {
      change(net, id, { ...columns((data as Data<'ItemRevised'>).changes), ...own })
    } else if (type === 'ItemPriced') {
      change(net, id, own)
    } else {
      if (!net.added.delete(id)) net.removed.add(id)
      net.changed.delete(id)
    }
  }
  return nets
}
