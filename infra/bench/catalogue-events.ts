import { randomUUID } from 'node:crypto'
import { component, supplier } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import type { EventLog, NewEvent } from '#contracts/event-log.ts'
import { emptyOf } from '#contracts/fields.ts'

export const event = (type: string, data: unknown): NewEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: { commandId: randomUUID(), user: 'måler', at: new Date().toISOString(), v: 1 },
})

export const registered = (entity: Entity, id: number, values: object) => {
  const empty = Object.fromEntries(
    Object.entries(entity.fields).map(([key, field]) => [key, emptyOf(field)]),
  )
  return event('ItemRegistered', { entity: entity.name, id, values: { ...empty, ...values } })
}

export const aSupplier = (id: number) =>
  registered(supplier, id, { name: `Leverandør ${id}`, orderEmail: 'ordre@eksempel.no' })

const words = ['Sylinderskrue', 'Låsemutter', 'Underlagsskive', 'Kulelager', 'Aluprofil']

/** A component as a catalogue has them, with its price: two events, one append. */
export const aComponent = (id: number): readonly NewEvent[] => [
  registered(component, id, {
    description: `${words[id % words.length]} M${4 + (id % 20)}×${10 + (id % 90)} A2`,
    supplierArticlenumber: `ART-${100_000 + id}`,
    itoArticlenumber: `K-${id}`,
    type: words[id % words.length],
    weight: (id % 1_000) / 100,
    countryOfOrigin: 'Norge',
    unit: 'stk',
    tags: ['festemateriell', 'rustfri'],
    supplierId: 1 + (id % 50),
  }),
  event('ItemPriced', {
    entity: component.name,
    id,
    price: {
      costPrice: `${(id % 500) + 0.25}`,
      costPriceCurrency: 'NOK',
      priceFactor: '1.4',
      listPrice: null,
      unit: 'stk',
    },
    previous: null,
  }),
]

/** Runs `work` for each number, so many at a time. */
export const inFlight = async (
  numbers: Iterable<number>,
  most: number,
  work: (number: number) => Promise<unknown>,
): Promise<void> => {
  const left = numbers[Symbol.iterator]()
  const worker = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: most }, worker))
}

export const upTo = (last: number, first = 1): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i)

/** Writes a catalogue straight into the log, and says where it ends. */
export const seed = async (log: EventLog, components: number): Promise<bigint> => {
  let end = 0n
  const append = async (stream: string, events: readonly NewEvent[]) => {
    const appended = await log.append(stream, events, 'none')
    if (appended.appended && appended.position > end) end = appended.position
  }
  await inFlight(upTo(50), 50, (id) => append(`supplier-${id}`, [aSupplier(id)]))
  await inFlight(upTo(components), 64, (id) => append(`componenttype-${id}`, aComponent(id)))
  return end
}
