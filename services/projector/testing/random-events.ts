import {
  assembly as assemblies,
  component,
  manufacturer,
  motor,
  supplier,
} from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import { defaultPrice, type Price } from '#contracts/pricing.ts'
import {
  assembly,
  dissolved,
  partLinked,
  partUnlinked,
  reinstated,
  rejoined,
  subLinked,
  subUnlinked,
} from './bom-events.ts'
import { seeded } from './random.ts'
import type { Given } from './read-model.ts'
import { priced, registered, removed, revised } from './event-fixtures.ts'

/** A history of every kind of event, as commands could have made it: the same for the same seed. */
export const randomEvents = (seed: number, length: number): readonly Given[] => {
  const random = seeded(seed)
  const story: Given[] = []
  const live = new Map<string, number[]>()
  const counts = new Map<string, number>()
  const prices = new Map<string, Price>()
  const links = new Map<number, Set<number>>()
  const subs = new Map<number, Set<number>>()

  const ids = (entity: string) => live.get(entity) ?? []
  const word = () =>
    random.pick(['skrue', 'Å', 'æ 10', 'M6', 'ø\n2', 'x'.repeat(40), '0,5 "tommer"'])
  const some = (entity: string) => (random.chance(0.8) ? (random.pick(ids(entity)) ?? null) : null)
  const nextId = (entity: string) => {
    const id = (counts.get(entity) ?? 0) + 1
    counts.set(entity, id)
    live.set(entity, [...ids(entity), id])
    return id
  }
  const setPrice = (entity: Entity, id: number) => {
    const key = `${entity.name}-${id}`
    const amount = () => `${random.below(10_000)}.${1 + random.below(9)}`
    const price: Price = {
      ...defaultPrice,
      costPrice: random.chance(0.8) ? amount() : null,
      priceFactor: random.pick(['1', '1.25', '9.9999']),
      listPrice: random.chance(0.5) ? amount() : null,
      costPriceCurrency: random.pick(['NOK', 'EUR']),
    }
    story.push(priced(entity, id, price, prices.get(key) ?? null))
    prices.set(key, price)
  }

  const register = (entity: Entity) => {
    const id = nextId(entity.name)
    const supplierId = some('suppliers')
    const values: Record<string, object> = {
      suppliers: { name: `${word()} AS`, orderEmail: 'a@b.no' },
      manufacturers: { name: word(), supplierId },
      componenttypes: { description: word(), supplierId, manufacturerId: some('manufacturers') },
      motortypes: { supplierArticlenumber: word(), shaft: random.pick([20, 'Ø20']), supplierId },
    }
    story.push(registered(entity, id, values[entity.name]!))
    if (entity.priced && random.chance(0.6)) setPrice(entity, id)
  }
  const revise = (entity: Entity) => {
    const id = random.pick(ids(entity.name))
    if (id === undefined) return
    const fields = { suppliers: 'name', manufacturers: 'name', componenttypes: 'description' }
    const key = fields[entity.name as keyof typeof fields] ?? 'notes'
    story.push(revised(entity, id, { [key]: word() }))
  }
  const remove = (entity: Entity) => {
    const id = random.pick(ids(entity.name))
    const part = entity.name === 'componenttypes' ? id : undefined
    if (id === undefined || [...links.values()].some((parts) => parts.has(part ?? -1))) return
    live.set(
      entity.name,
      ids(entity.name).filter((other) => other !== id),
    )
    prices.delete(`${entity.name}-${id}`)
    story.push(removed(entity, id))
  }

  const assemble = () => {
    const parent = random.pick(ids('assemblytypes'))
    if (parent === undefined || random.chance(0.1)) {
      const id = nextId('assemblytypes')
      links.set(id, new Set())
      subs.set(id, new Set())
      story.push(assembly(id, `${word()} ${id}`))
      return
    }
    const parts = links.get(parent)!
    const below = subs.get(parent)!
    const part = random.pick(ids('componenttypes'))
    const child = random.pick(ids('assemblytypes').filter((id) => id > parent))
    if (random.chance(0.03)) {
      const gone = removed(assemblies, parent)
      story.push(dissolved(parent), gone)
      if (random.chance(0.5)) {
        // It comes back with what was in it, and not in those that it was in.
        story.push(
          reinstated(parent, `${word()} ${parent}`),
          ...[...parts].map((id) => partLinked(parent, 'component', id)),
          rejoined(parent),
          ...[...below].map((id) => subLinked(parent, id)),
        )
        for (const children of subs.values()) if (children !== below) children.delete(parent)
        return
      }
      live.set(
        'assemblytypes',
        ids('assemblytypes').filter((id) => id !== parent),
      )
      links.delete(parent)
      for (const children of subs.values()) children.delete(parent)
    } else if (part !== undefined && random.chance(0.5)) {
      story.push(
        parts.delete(part)
          ? partUnlinked(parent, 'component', part)
          : partLinked(parent, 'component', part, { quantity: 1 + random.below(9) }),
      )
      if (story.at(-1)!.type === 'PartLinked') parts.add(part)
    } else if (child !== undefined) {
      story.push(
        below.delete(child)
          ? subUnlinked(parent, child)
          : subLinked(parent, child, { quantity: 1 + random.below(9) }),
      )
      if (story.at(-1)!.type === 'SubassemblyLinked') below.add(child)
    }
  }

  while (story.length < length) {
    const entity = random.pick([supplier, manufacturer, component, component, component, motor])
    const turn = random.below(10)
    if (turn < 3) register(entity)
    else if (turn < 5) revise(entity)
    else if (turn < 6 && entity !== supplier && entity !== manufacturer) remove(entity)
    else if (turn < 7 && 'priced' in entity && ids(entity.name).length > 0)
      setPrice(entity, random.pick(ids(entity.name)))
    else assemble()
  }
  return story
}
