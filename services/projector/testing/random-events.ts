import {
  assembly as assemblies,
  component,
  manufacturer,
  motor,
  supplier,
} from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import { streamOf } from '#contracts/streams.ts'
import { defaultPrice, type Price } from '#contracts/pricing.ts'
import {
  assembly,
  dissolved,
  partLinked,
  partUnlinked,
  priced,
  registered,
  reinstated,
  rejoined,
  removed,
  revised,
  subLinked,
  subUnlinked,
} from './events.ts'
import { seeded } from './random.ts'
import { timeOf, type Given } from './read-model.ts'

type Ids = Map<string, number[]>
/** The events so far, and the state after them. */
type Story = {
  readonly random: ReturnType<typeof seeded>
  readonly events: Given[]
  /** Ids that are in use, by entity. */
  readonly live: Ids
  readonly counts: Map<string, number>
  readonly prices: Map<string, Price>
  /** Components, and assemblies, of each assembly. */
  readonly parts: Map<number, Set<number>>
  readonly children: Map<number, Set<number>>
}

const idsOf = ({ live }: Story, entity: string) => live.get(entity) ?? []
const someId = (story: Story, entity: string) =>
  story.random.chance(0.8) ? (story.random.pick(idsOf(story, entity)) ?? null) : null
const forget = (story: Story, entity: string, id: number) =>
  story.live.set(
    entity,
    idsOf(story, entity).filter((other) => other !== id),
  )
const nextId = (story: Story, entity: string) => {
  const id = (story.counts.get(entity) ?? 0) + 1
  story.counts.set(entity, id)
  story.live.set(entity, [...idsOf(story, entity), id])
  return id
}
const word = ({ random }: Story) =>
  random.pick(['skrue', 'Å', 'æ 10', 'M6', 'ø\n2', 'x'.repeat(40), '0,5 "tommer"'])

const setPrice = ({ random, events, prices }: Story, entity: Entity, id: number) => {
  const key = `${entity.name}-${id}`
  const amount = () => `${random.below(10_000)}.${1 + random.below(9)}`
  const price: Price = {
    ...defaultPrice,
    costPrice: random.chance(0.8) ? amount() : null,
    priceFactor: random.pick(['1', '1.25', '9.9999']),
    listPrice: random.chance(0.5) ? amount() : null,
    costPriceCurrency: random.pick(['NOK', 'EUR']),
  }
  events.push(priced(entity, id, price, prices.get(key) ?? null))
  prices.set(key, price)
}

const register = (story: Story, entity: Entity) => {
  const { random, events } = story
  const id = nextId(story, entity.name)
  const supplierId = someId(story, 'suppliers')
  const values: Record<string, object> = {
    suppliers: { name: `${word(story)} AS`, orderEmail: 'a@b.no' },
    manufacturers: { name: word(story), supplierId },
    componenttypes: {
      description: word(story),
      supplierId,
      manufacturerId: someId(story, 'manufacturers'),
    },
    motortypes: {
      supplierArticlenumber: word(story),
      shaft: random.pick([20, 'Ø20']),
      supplierId,
    },
  }
  events.push(registered(entity, id, values[entity.name]!))
  if (entity.priced && random.chance(0.6)) setPrice(story, entity, id)
}

const revise = (story: Story, entity: Entity) => {
  const id = story.random.pick(idsOf(story, entity.name))
  if (id === undefined) return
  const fields = { suppliers: 'name', manufacturers: 'name', componenttypes: 'description' }
  const key = fields[entity.name as keyof typeof fields] ?? 'notes'
  story.events.push(revised(entity, id, { [key]: word(story) }))
}

const remove = (story: Story, entity: Entity) => {
  const id = story.random.pick(idsOf(story, entity.name))
  const part = entity.name === 'componenttypes' ? id : undefined
  if (id === undefined || [...story.parts.values()].some((parts) => parts.has(part ?? -1))) return
  forget(story, entity.name, id)
  story.prices.delete(`${entity.name}-${id}`)
  story.events.push(removed(entity, id))
}

const createAssembly = (story: Story) => {
  const id = nextId(story, 'assemblytypes')
  story.parts.set(id, new Set())
  story.children.set(id, new Set())
  story.events.push(assembly(id, `${word(story)} ${id}`))
}

const removeAssembly = (story: Story, id: number) => {
  const { random, events, parts, children } = story
  const own = children.get(id)!
  events.push(dissolved(id), removed(assemblies, id))
  if (random.chance(0.5)) {
    // It comes back with what was in it, and not in those that it was in.
    const stream = streamOf(assemblies, id)
    const createdAt = timeOf(1 + events.findIndex((event) => event.stream === stream))
    events.push(
      reinstated(id, `${word(story)} ${id}`, createdAt),
      ...[...parts.get(id)!].map((part) => partLinked(id, 'component', part)),
      rejoined(id),
      ...[...own].map((child) => subLinked(id, child)),
    )
  } else {
    forget(story, 'assemblytypes', id)
    parts.delete(id)
  }
  for (const others of children.values()) if (others !== own) others.delete(id)
}

/** Takes out what is in it, puts in what is not. */
const togglePart = ({ random, events, parts }: Story, parent: number, part: number) => {
  const own = parts.get(parent)!
  if (own.delete(part)) return events.push(partUnlinked(parent, 'component', part))
  own.add(part)
  events.push(partLinked(parent, 'component', part, { quantity: 1 + random.below(9) }))
}
const toggleChild = ({ random, events, children }: Story, parent: number, child: number) => {
  const own = children.get(parent)!
  if (own.delete(child)) return events.push(subUnlinked(parent, child))
  own.add(child)
  events.push(subLinked(parent, child, { quantity: 1 + random.below(9) }))
}

const assemble = (story: Story) => {
  const { random } = story
  const all = idsOf(story, 'assemblytypes')
  const parent = random.pick(all)
  if (parent === undefined || random.chance(0.1)) return createAssembly(story)
  const part = random.pick(idsOf(story, 'componenttypes'))
  // Only of later ones, so that none is in itself.
  const child = random.pick(all.filter((id) => id > parent))
  if (random.chance(0.03)) removeAssembly(story, parent)
  else if (part !== undefined && random.chance(0.5)) togglePart(story, parent, part)
  else if (child !== undefined) toggleChild(story, parent, child)
}

const goOn = (story: Story) => {
  const { random } = story
  const entity = random.pick([supplier, manufacturer, component, component, component, motor])
  const turn = random.below(10)
  const ids = idsOf(story, entity.name)
  if (turn < 3) register(story, entity)
  else if (turn < 5) revise(story, entity)
  else if (turn < 6 && entity !== supplier && entity !== manufacturer) remove(story, entity)
  else if (turn < 7 && 'priced' in entity && ids.length > 0)
    setPrice(story, entity, random.pick(ids))
  else assemble(story)
}

/** A history of every kind of event, as commands could have made it: the same for the same seed. */
export const randomEvents = (seed: number, length: number): readonly Given[] => {
  const story: Story = {
    random: seeded(seed),
    events: [],
    live: new Map(),
    counts: new Map(),
    prices: new Map(),
    parts: new Map(),
    children: new Map(),
  }
  while (story.events.length < length) goOn(story)
  return story.events
}
