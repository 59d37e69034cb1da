import { randomUUID } from 'node:crypto'
import { jsonEvent, type JSONType } from '@eventstore/db-client'
import { assembly, component, motor, sensor, supplier } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import type { NewEvent, RecordedEvent } from '#contracts/event-log.ts'
import { emptyValues } from '#contracts/fields.ts'
import { streamOf } from '#contracts/streams.ts'
import { kindOfPart, type BomCatalogue } from './bom-catalogue.ts'

const partEntities = { component, motor, sensor } as const
const suppliers = 50
const metadata = { commandId: randomUUID(), user: 'benk', at: '2026-01-01T00:00:00.000Z', v: 1 }

const event = (type: string, data: object): NewEvent => ({ id: randomUUID(), type, data, metadata })

export const registered = (entity: Entity, id: number, values: object) =>
  event('ItemRegistered', {
    entity: entity.name,
    id,
    values: { ...emptyValues(entity), ...values },
  })

/** A realistic part with its price. */
export const aPart = (entity: Entity, id: number): readonly NewEvent[] => [
  registered(entity, id, {
    description: `Sekskantskrue M${id % 30}x${id} elforsinket`,
    supplierArticlenumber: `${1_000_000 + id}-${id % 97}`,
    itoArticlenumber: `K-${id}`,
    supplierId: 1 + (id % suppliers),
  }),
  event('ItemPriced', {
    entity: entity.name,
    id,
    price: {
      costPrice: `${id % 900}.25`,
      costPriceCurrency: id % 3 === 0 ? 'EUR' : 'NOK',
      priceFactor: '1.4',
      listPrice: null,
      unit: 'stk',
    },
    previous: null,
  }),
]

export const asEventData = ({ data, ...event }: NewEvent) =>
  jsonEvent({ ...event, data: data as JSONType })

const place = { notes: null, sortOrder: 0 }

export const linked = (parentId: number, childId: number, quantity: number): NewEvent =>
  event('SubassemblyLinked', { parentId, childId, quantity, ...place })

export const relinked = (parentId: number, childId: number, quantity: number): NewEvent =>
  event('SubassemblyLinkChanged', { parentId, childId, quantity, ...place })

export const unlinked = (parentId: number, childId: number): NewEvent =>
  event('SubassemblyUnlinked', { parentId, childId })

function* eventsOf({ size, subs, leaves }: BomCatalogue): Generator<[string, NewEvent]> {
  for (let id = 1; id <= suppliers; id++)
    yield [streamOf(supplier, id), registered(supplier, id, { name: `Leverandør ${id}` })]
  for (let id = 1; id <= size.parts; id++) {
    const entity = partEntities[kindOfPart(id)]
    for (const one of aPart(entity, id)) yield [streamOf(entity, id), one]
  }
  for (let id = 1; id <= size.assemblies; id++)
    yield [streamOf(assembly, id), registered(assembly, id, { name: `Sammenstilling ${id}` })]
  for (const { from, to, quantity } of subs) yield ['bom-structure', linked(from, to, quantity)]
  for (const { from, to, quantity } of leaves) {
    const link = { assemblyId: from, part: kindOfPart(to), partId: to, quantity, ...place }
    yield [streamOf(assembly, from), event('PartLinked', link)]
  }
}

let position = 0n
const revisions = new Map<string, bigint>()

/** Gives the event the next revision of its stream and the next position of the log. */
export const recorded = (stream: string, one: NewEvent): RecordedEvent => {
  const revision = (revisions.get(stream) ?? -1n) + 1n
  revisions.set(stream, revision)
  return { ...one, stream, revision, position: ++position, writtenAt: metadata.at }
}

export function* history(catalogue: BomCatalogue): Generator<RecordedEvent> {
  for (const [stream, one] of eventsOf(catalogue)) yield recorded(stream, one)
}
