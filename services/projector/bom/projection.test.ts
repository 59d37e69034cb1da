import { sql } from 'slonik'
import { test } from 'tap'
import { z } from 'zod'
import type { Given } from '../testing/read-model.ts'
import {
  assembly,
  attribute,
  dissolved,
  inAssembly,
  partLinked,
  partUnlinked,
  registered,
  reinstated,
  rejoined,
  removed,
  revised,
  subLinked,
} from '../testing/events.ts'
import { answerOf, closureIn, closureOf, readSide } from '../testing/read-side.ts'

const conveyor: readonly Given[] = [
  registered('suppliers', 1, { name: 'Automasjon AS', orderEmail: 'a@b.no' }),
  registered('componenttypes', 7, { description: 'Bolt', supplierId: 1, unit: 'stk' }),
  registered('motortypes', 8, { supplierArticlenumber: 'M-8', description: 'Girmotor' }),
  assembly(1, 'Linje'),
  assembly(2, 'Celle'),
  assembly(3, 'Griper'),
  subLinked(1, 2, { quantity: 2 }),
  subLinked(2, 3, { quantity: 5, notes: 'speilvendt' }),
  subLinked(1, 3),
  partLinked(3, 'component', 7, { quantity: 4, sortOrder: 2 }),
  partLinked(2, 'motor', 8),
]

const attributeOf = (assemblyId: number): Given => ({
  stream: `assembly-${assemblyId}`,
  type: 'AttributeAdded',
  data: {
    assemblyId,
    attributeId: assemblyId * 10_000 + 1,
    description: 'Fart',
    value: '1',
    unit: null,
    drawingNumber: null,
    editable: true,
    sortOrder: 0,
  },
})

test('links become rows, pairs become the closure, and the list says what is in an assembly', async (t) => {
  const side = await readSide(t)
  await side.given(...conveyor)
  t.same(await closureIn(side), [
    '1 1 1 1 0 0',
    '1 2 2 1 1 1',
    '1 3 11 2 1 2',
    '2 2 1 1 0 0',
    '2 3 5 1 1 1',
    '3 3 1 1 0 0',
  ])
  t.match(await answerOf(side, 1), {
    attributes: [],
    bomSummary: { totalComponents: 0, totalMotors: 0, totalSensors: 0, totalSubassemblies: 2 },
    bomDetails: {
      components: [],
      subassemblies: [
        { id: 2, description: 'Celle', quantity: 2 },
        { id: 3, description: 'Griper', quantity: 1 },
      ],
    },
  })
})

test('a record that changes its name is shown by it wherever it is linked', async (t) => {
  const side = await readSide(t)
  await side.given(...conveyor)
  await side.given(
    revised('componenttypes', 7, { description: 'Bolt M8', itoArticlenumber: 'K-7' }),
    revised('assemblytypes', 3, { name: 'Griper 2' }),
  )
  t.match((await answerOf(side, 3)).bomDetails, {
    components: [{ id: 7, description: 'Bolt M8', itoArticlenumber: 'K-7', quantity: 4 }],
  })
  t.match((await answerOf(side, 1)).bomDetails, {
    subassemblies: [{ description: 'Celle' }, { description: 'Griper 2' }],
  })
})

test('attributes are in the answer, in their order, and go with their assembly', async (t) => {
  const side = await readSide(t)
  const change = (type: string, data: object) => inAssembly(1, type, data)
  await side.given(
    assembly(1, 'Linje'),
    change('AttributeAdded', { ...attribute, attributeId: 10001 }),
    change('AttributeAdded', { ...attribute, attributeId: 10002, value: '5', sortOrder: -1 }),
  )
  const before = (await answerOf(side, 1)).attributes as { id: number; createdAt: string }[]
  t.same(
    before.map(({ id }) => id),
    [10002, 10001],
  )
  await side.given(
    change('AttributeChanged', { ...attribute, attributeId: 10001, value: '6' }),
    change('AttributeRemoved', { assemblyId: 1, attributeId: 10002 }),
  )
  t.match((await answerOf(side, 1)).attributes, [
    { id: 10001, value: '6', unit: 'm', createdAt: before[1]!.createdAt },
  ])
  await side.given(removed('assemblytypes', 1))
  t.notOk(await side.pool.exists(sql.unsafe`select from assembly_attribute`))
})

test('a clone starts with everything its source has, and is written once', async (t) => {
  const side = await readSide(t)
  const link = { quantity: 3, notes: null, sortOrder: 0 }
  await side.given(...conveyor)
  await side.given(assembly(4, 'Celle - Kopi'), {
    stream: 'assembly-4',
    type: 'AssemblyCloned',
    data: {
      assemblyId: 4,
      sourceId: 2,
      parts: [{ part: 'motor', partId: 8, ...link }],
      subassemblies: [{ childId: 3, ...link }],
      attributes: [],
    },
  })
  t.ok((await closureIn(side)).includes('4 3 3 1 1 1'))
  t.match((await answerOf(side, 4)).bomSummary, { totalMotors: 1, totalSubassemblies: 1 })
})

test('a clone does not bring back what was removed while it was made', async (t) => {
  const side = await readSide(t)
  const link = { quantity: 3, notes: null, sortOrder: 0 }
  const clone = (id: number): Given => ({
    stream: `assembly-${id}`,
    type: 'AssemblyCloned',
    data: {
      assemblyId: id,
      sourceId: 2,
      parts: [],
      subassemblies: [{ childId: 3, ...link }],
      attributes: [],
    },
  })
  await side.given(...conveyor, dissolved(3))
  await side.given(assembly(4, 'Kopi'), clone(4), removed('assemblytypes', 3))
  await side.given(assembly(5, 'Kopi 2'), clone(5))
  t.same(
    (await closureIn(side)).filter((row) => / 3 /.test(row)),
    [],
  )
})

test('an assembly that goes takes its links and the links to it along', async (t) => {
  const side = await readSide(t)
  await side.given(...conveyor)
  await side.given(dissolved(2), removed('assemblytypes', 2))
  t.same(await closureIn(side), ['1 1 1 1 0 0', '1 3 1 1 1 1', '3 3 1 1 0 0'])
  t.match((await answerOf(side, 1)).bomSummary, { totalSubassemblies: 1 })
  t.notOk(await side.pool.exists(sql.unsafe`select from assembly_link where assembly_id = 2`))
})

test('an assembly that comes back is as it was, also where it went in the same batch', async (t) => {
  const side = await readSide(t)
  await side.given(...conveyor, attributeOf(2))
  const undated = (key: string, value: unknown) => (key.endsWith('At') ? undefined : value)
  const now = async () => [
    JSON.stringify([await answerOf(side, 1), await answerOf(side, 2)], undated),
    ...(await closureIn(side)),
  ]
  const before = await now()
  const gone = [dissolved(2), removed('assemblytypes', 2)]
  const back = [
    reinstated(2, 'Celle'),
    partLinked(2, 'motor', 8),
    attributeOf(2),
    rejoined(2),
    subLinked(1, 2, { quantity: 2 }),
    subLinked(2, 3, { quantity: 5, notes: 'speilvendt' }),
  ]
  await side.given(...gone)
  await side.given(...back)
  t.same(await now(), before)
  await side.given(...gone, ...back)
  t.same(await now(), before)
  t.same(await closureIn(side), closureOf(side.bom.model()))
})

test('a row of the closure that somebody took away comes back when its pair changes', async (t) => {
  const side = await readSide(t)
  await side.given(...conveyor)
  await side.pool.query(
    sql.unsafe`delete from bom_closure where (ancestor_id, descendant_id) = (1, 3)`,
  )
  await side.given({ ...subLinked(2, 3, { quantity: 6 }), type: 'SubassemblyLinkChanged' })
  t.same(await closureIn(side), closureOf(side.bom.model()))
})

test('a row of the closure that somebody put there gives way when its pair comes', async (t) => {
  const side = await readSide(t)
  await side.given(...conveyor, assembly(4, 'Finger'))
  await side.pool.query(sql.unsafe`insert into bom_closure values (2, 4, 99, 9, 1, 9)`)
  await side.given(subLinked(3, 4, { quantity: 7 }))
  t.same(await closureIn(side), closureOf(side.bom.model()))
})

test('another note on a link changes no total', async (t) => {
  const side = await readSide(t)
  const versions = () =>
    side.pool.anyFirst(sql.type(z.object({ at: z.string() }))`
    select ctid::text as at from bom_closure order by ancestor_id, descendant_id`)
  await side.given(...conveyor)
  const before = await versions()
  const noted = subLinked(2, 3, { quantity: 5, notes: 'rettvendt' })
  await side.given({ ...noted, type: 'SubassemblyLinkChanged' })
  t.same(await versions(), before)
  t.ok(await side.pool.exists(sql.unsafe`select from assembly_link where notes = 'rettvendt'`))
})

test('unlinked and linked again in one batch is a new link, changed is the old one', async (t) => {
  const side = await readSide(t)
  const made = () =>
    side.pool.oneFirst(
      sql.type(z.object({ at: z.string() }))`
        select created_at as at from assembly_link where assembly_id = 3`,
    )
  await side.given(...conveyor)
  const first = await made()
  await side.given({ ...partLinked(3, 'component', 7, { quantity: 9 }), type: 'PartLinkChanged' })
  t.equal(await made(), first)
  await side.given(partUnlinked(3, 'component', 7), partLinked(3, 'component', 7))
  t.not(await made(), first)
})

test('a cycle that slipped past the command service stops the projection at its event', async (t) => {
  const side = await readSide(t)
  await side.given(...conveyor)
  await t.rejects(side.given(subLinked(3, 1)), { message: /SubassemblyLinked, bom-structure/ })
  t.same(
    await closureIn(side),
    closureOf(side.bom.model()),
    'and leaves tables and model as they were',
  )
})

test('a note that Postgres cannot hold does not stop the projection', async (t) => {
  const side = await readSide(t)
  await side.given(...conveyor, partLinked(2, 'component', 7, { notes: 'a\u0000b\ud800' }))
  t.ok(
    await side.pool.exists(sql.unsafe`select from assembly_link where notes = ${'a\ufffdb\ufffd'}`),
  )
})
