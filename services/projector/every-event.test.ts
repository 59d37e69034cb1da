import { sql } from 'slonik'
import { test } from 'tap'
import { z } from 'zod'
import { component, motor, supplier } from '#contracts/catalogue/index.ts'
import type { EventType } from '#contracts/events.ts'
import { emptyValues } from '#contracts/fields.ts'
import { recordIn, streamOf, structureStream } from '#contracts/streams.ts'
import type { BomModel } from './bom/model.ts'
import { createBomProjection } from './bom/projection.ts'
import { openPool } from './kernel/pool.ts'
import { refill } from './kernel/prepare-schema.ts'
import { verifyTables } from './kernel/verify.ts'
import { createReadSide } from './projections.ts'
import { appendTo, querySide } from './testing/query-side.ts'
import { timeOf, type Given } from './testing/read-model.ts'
import {
  aPrice,
  assembly,
  attribute,
  dissolved,
  inAssembly,
  offered,
  offerRemoved,
  partLinked,
  partUnlinked,
  priced,
  registered,
  rejoined,
  removed,
  revised,
  subLinked,
  subUnlinked,
} from './testing/events.ts'
import { untilHealth } from './testing/until.ts'

const link = { quantity: 2, notes: null, sortOrder: 1 }
const linkedTwice: Given = {
  stream: structureStream,
  type: 'SubassemblyLinkChanged',
  data: { parentId: 1, childId: 2, ...link },
}

/**
 * One of each type, in an order in which they can happen: an item changes while an assembly has it.
 * A new type does not compile without its own.
 */
const story: Readonly<Record<EventType, Given>> = {
  ItemRegistered: registered(component, 1, { description: 'Skrue' }),
  PartLinked: partLinked(1, 'component', 1),
  PartLinkChanged: inAssembly(1, 'PartLinkChanged', { part: 'component', partId: 1, ...link }),
  SubassemblyLinked: subLinked(1, 2),
  SubassemblyLinkChanged: linkedTwice,
  AssemblyCloned: inAssembly(3, 'AssemblyCloned', {
    sourceId: 1,
    parts: [{ part: 'component', partId: 1, ...link }],
    subassemblies: [{ childId: 2, ...link }],
    attributes: [],
  }),
  ItemRevised: revised(component, 1, { description: 'Skrue M8' }),
  ItemPriced: priced(component, 1, aPrice()),
  OfferMade: offered(component, 1, 1, { supplierArticlenumber: 'SK-8' }),
  OfferRemoved: offerRemoved(component, 1, 1),
  AttributeAdded: inAssembly(1, 'AttributeAdded', { attributeId: 1, ...attribute }),
  // Older releases took any whole number.
  AttributeChanged: inAssembly(1, 'AttributeChanged', {
    attributeId: 1,
    ...attribute,
    sortOrder: Number.MAX_SAFE_INTEGER,
  }),
  AttributeRemoved: inAssembly(1, 'AttributeRemoved', { attributeId: 1 }),
  PartUnlinked: partUnlinked(3, 'component', 1),
  SubassemblyUnlinked: subUnlinked(1, 2),
  AssemblyDissolved: dissolved(1),
  AssemblyReinstated: rejoined(1),
  ContentsReinstated: inAssembly(2, 'ContentsReinstated', {
    parts: [{ part: 'component', partId: 1, ...link }],
    attributes: [{ attributeId: 20_001, ...attribute }],
  }),
  ItemRemoved: removed(motor, 1),
  ItemReinstated: {
    stream: streamOf(motor, 1),
    type: 'ItemReinstated',
    data: {
      entity: motor.name,
      id: 1,
      values: { ...emptyValues(motor), description: 'Girmotor' },
      createdAt: timeOf(2),
    },
  },
}
const before = [
  registered(supplier, 1, { name: 'Ahlsell', orderEmail: 'a@b.no' }),
  registered(motor, 1, { description: 'Motor' }),
  priced(motor, 1, aPrice()),
  ...[1, 2, 3].map((id) => assembly(id, `Linje ${id}`)),
]

const loadedModel = async (pool: Awaited<ReturnType<typeof openPool>>): Promise<BomModel> => {
  const bom = createBomProjection()
  await pool.transaction(async (tx) => bom.load!(tx))
  return bom.model()
}

test('after an event of any type, tables, answers and versions are what history and a new filling make them', async (t) => {
  const side = await querySide(t)
  await side.given(...before)
  const pool = await openPool(side.url)
  t.teardown(() => pool.end())
  for (const [type, event] of Object.entries(story)) {
    await side.given(event)
    t.equal(side.projector.health(), null, type)
    // At once: a later event of the same record would heal what this one left out.
    const compared = await verifyTables(side.url, createReadSide().projections, { log: side.log })
    const unequal = compared.flatMap(({ table, isEqual }) => (isEqual ? [] : table))
    t.same(unequal, [], `filled anew after ${type}`)
    const { items, names } = await loadedModel(pool)
    t.same(side.bom.model().items, items, `read anew after ${type}`)
    t.same(side.bom.model().names, names)
    const { writtenAt, revision } = (await side.log.read(event.stream)).at(-1)!
    const record = recordIn(event.stream)
    const paths = [1, 3].map((id) => `/api/assemblytypes/${id}/bom/hierarchy`)
    if (record) paths.push(`/api/${record.entity.name}/${record.id}`)
    if (record) {
      const version = await pool.maybeOneFirst(sql.type(z.object({ version: z.bigint() }))`
        select version from ${sql.identifier([record.entity.name])} where id = ${record.id}`)
      t.equal(version, type === 'ItemRemoved' ? null : revision, `version after ${type}`)
    }
    for (const path of paths) {
      const then = await side.get(`${path}?asOf=${writtenAt}`)
      t.same(then.json(), (await side.get(path)).json(), `${path} as of ${type}`)
    }
  }
})

test('an event of a record that does not exist stops the reading, and a new filling', async (t) => {
  const side = await querySide(t)
  const nothing = priced(component, 1, aPrice())
  await appendTo(side.log)(nothing)
  await untilHealth(side.projector, (reason) => reason !== null)
  t.match(side.projector.health(), /ItemPriced i componenttype-1 /)
  const { projections } = createReadSide()
  await t.rejects(
    refill(side.url, projections, { log: side.log }),
    /componenttypes 1 does not exist/,
  )
})

test("streams that are not the system's are passed over, whatever is in them", async (t) => {
  const side = await querySide(t)
  await side.given(
    registered(component, 1, { description: 'Skrue' }),
    { stream: 'fz-1', type: 'T', data: 'anything' },
    { ...registered(component, 2, { description: 'Andres' }), stream: 'andre-2' },
    { ...registered(component, 3, { description: 'Andres' }), stream: 'componenttype-x' },
    registered(component, 4, { description: 'Mutter' }),
  )
  t.equal(side.projector.health(), null)
  t.same(
    (await side.get('/api/componenttypes')).json().data.map(({ id }: { id: number }) => id),
    [1, 4],
  )
})

test('an unknown type in a stream of the system stops the reading, and says which', async (t) => {
  const side = await querySide(t)
  await side.given(registered(component, 1, { description: 'Skrue' }))
  await appendTo(side.log)({ stream: 'componenttype-1', type: 'NeverWritten', data: {} })
  await untilHealth(side.projector, (reason) => reason !== null)
  t.match(side.projector.health(), /denne utgaven ikke kjenner: NeverWritten i componenttype-1 /)
  t.equal((await side.get('/api/componenttypes')).statusCode, 200, 'what was read before is there')
})
