import { assembly, component, motor, sensor, supplier } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import type { EventLog, NewEvent } from '#contracts/event-log.ts'
import { kindOfPart, type BomCatalogue, type Link } from './bom-catalogue.ts'
import { aSupplier, event, inFlight, registered, upTo } from './catalogue-events.ts'

const partEntities = { component, motor, sensor } as const
const suppliers = 50
/** One append holds at most so many. */
const together = 100

const aPart = (entity: Entity, id: number): readonly NewEvent[] => [
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

const link = { notes: null, sortOrder: 0 }

const anAssembly = (id: number, leaves: readonly Link[]): readonly NewEvent[] => [
  registered(assembly, id, { name: `Sammenstilling ${id}`, description: 'Beskrevet' }),
  ...leaves.map(({ to, quantity }) =>
    event('PartLinked', { assemblyId: id, part: kindOfPart(to), partId: to, quantity, ...link }),
  ),
]

/** Writes a catalogue with prices into an empty log, as commands would have; gives how many events it took. */
export const writeCatalogue = async (log: EventLog, catalogue: BomCatalogue): Promise<number> => {
  let count = 0
  const append = async (stream: string, events: readonly NewEvent[]) => {
    for (let from = 0; from < events.length; from += together) {
      const expected = from === 0 ? 'none' : BigInt(from - 1)
      const { appended } = await log.append(stream, events.slice(from, from + together), expected)
      if (!appended) throw new Error(`${stream} is not empty`)
    }
    count += events.length
  }
  await inFlight(upTo(suppliers), 50, (id) => append(`${supplier.stream}-${id}`, [aSupplier(id)]))
  await inFlight(upTo(catalogue.size.parts), 64, (id) => {
    const entity = partEntities[kindOfPart(id)]
    return append(`${entity.stream}-${id}`, aPart(entity, id))
  })
  const leaves = Map.groupBy(catalogue.leaves, ({ from }) => from)
  await inFlight(upTo(catalogue.size.assemblies), 64, (id) =>
    append(`${assembly.stream}-${id}`, anAssembly(id, leaves.get(id) ?? [])),
  )
  await append(
    'bom-structure',
    catalogue.subs.map(({ from, to, quantity }) =>
      event('SubassemblyLinked', { parentId: from, childId: to, quantity, ...link }),
    ),
  )
  return count
}
