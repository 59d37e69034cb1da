import { sql } from 'slonik'
import { test } from 'tap'
import { z } from 'zod'
import { component, supplier } from '#contracts/catalogue/index.ts'
import type { EventType } from '#contracts/events.ts'
import { recordIn, structureStream } from '#contracts/streams.ts'
import { openPool } from './kernel/pool.ts'
import { verifyTables } from './kernel/verify.ts'
import { createReadSide } from './projections.ts'
import { appendTo, querySide } from './testing/query-side.ts'
import { timeOf, type Given } from './testing/read-model.ts'
import {
  aPrice,
  offered,
  offerRemoved,
  priced,
  registered,
  removed,
  revised,
} from './testing/event-fixtures.ts'
import {
  assembly,
  attribute,
  dissolved,
  inAssembly,
  rejoined,
  partLinked,
  partUnlinked,
  subLinked,
  subUnlinked,
} from './testing/bom-events.ts'
import { untilHealth } from './testing/until.ts'

const link = { quantity: 2, notes: null, sortOrder: 1 }
const linkedTwice: Given = {
  stream: structureStream,
  type: 'SubassemblyLinkChanged',
  data: { parentId: 1, childId: 2, ...link },
}

/** One of each type, in an order in which they can happen. A new type does not compile without its own. */
const story: Readonly<Record<EventType, Given>> = {
  ItemRegistered: registered(component, 1, { description: 'Skrue' }),
  ItemRevised: revised(component, 1, { description: 'Skrue M8' }),
  ItemPriced: priced(component, 1, aPrice()),
  OfferMade: offered(component, 1, 1),
  OfferRemoved: offerRemoved(component, 1, 1),
  PartLinked: partLinked(1, 'component', 1),
  PartLinkChanged: inAssembly(1, 'PartLinkChanged', { part: 'component', partId: 1, ...link }),
  PartUnlinked: partUnlinked(1, 'component', 1),
  AttributeAdded: inAssembly(1, 'AttributeAdded', { attributeId: 1, ...attribute }),
  // Older releases took any whole number.
  AttributeChanged: inAssembly(1, 'AttributeChanged', {
    attributeId: 1,
    ...attribute,
    sortOrder: Number.MAX_SAFE_INTEGER,
  }),
  AttributeRemoved: inAssembly(1, 'AttributeRemoved', { attributeId: 1 }),
  AssemblyCloned: inAssembly(3, 'AssemblyCloned', {
    sourceId: 1,
    parts: [{ part: 'component', partId: 1, ...link }],
    subassemblies: [{ childId: 2, ...link }],
    attributes: [],
  }),
  ContentsReinstated: inAssembly(2, 'ContentsReinstated', {
    parts: [{ part: 'component', partId: 1, ...link }],
    attributes: [{ attributeId: 20_001, ...attribute }],
  }),
  SubassemblyLinked: subLinked(1, 2),
  SubassemblyLinkChanged: linkedTwice,
  SubassemblyUnlinked: subUnlinked(1, 2),
  AssemblyDissolved: dissolved(2),
  AssemblyReinstated: rejoined(2),
  ItemRemoved: removed(supplier, 1),
  ItemReinstated: {
    stream: 'supplier-1',
    type: 'ItemReinstated',
    data: {
      entity: 'suppliers',
      id: 1,
      values: { name: 'Ahlsell', orderEmail: '' },
      createdAt: timeOf(1),
    },
  },
}
const before = [
  registered(supplier, 1, { name: 'Ahlsell', orderEmail: 'a@b.no' }),
  ...[1, 2, 3].map((id) => assembly(id, `Linje ${id}`)),
]

test('after an event of any type, the row has its version, and is what history and a new filling make it', async (t) => {
  const side = await querySide(t)
  await side.given(...before)
  const pool = await openPool(side.url)
  t.teardown(() => pool.end())
  const versionOf = (entity: string, id: number) =>
    pool.maybeOneFirst(sql.type(z.object({ version: z.bigint() }))`
      select version from ${sql.identifier([entity])} where id = ${id}`)
  for (const [type, event] of Object.entries(story)) {
    await side.given(event)
    t.equal(side.projector.health(), null, type)
    const record = recordIn(event.stream)
    if (!record) continue
    const { revision, writtenAt } = (await side.log.read(event.stream)).at(-1)!
    const version = await versionOf(record.entity.name, record.id)
    t.equal(version, type === 'ItemRemoved' ? null : revision, type)
    const path = `/api/${record.entity.name}/${record.id}`
    const then = await side.get(`${path}?asOf=${writtenAt}`)
    t.same(then.json(), (await side.get(path)).json(), `as of ${type}`)
  }
  const compared = await verifyTables(side.url, createReadSide().projections, { log: side.log })
  t.same(
    compared.flatMap(({ table, isEqual }) => (isEqual ? [] : table)),
    [],
    'and filled anew, all rows are the same',
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
