import { sql } from 'slonik'
import { test } from 'tap'
import { z } from 'zod'
import { component, manufacturer, motor, project, supplier } from '#contracts/catalogue/index.ts'
import { testDatabase } from '#kernel/testing/database.ts'
import { openPool } from '../kernel/pool.ts'
import { refill } from '../kernel/prepare-schema.ts'
import type { Fragment } from '../kernel/sql.ts'
import { createReadSide } from '../projections.ts'
import { fixedLog, recordedAlike } from '../testing/fixed-log.ts'
import { querySide } from '../testing/query-side.ts'
import { readModel, type Given } from '../testing/read-model.ts'
import { aPrice, priced, registered, removed, revised } from '../testing/events.ts'
import { answersTo, matching } from './list-query.ts'
import { sourceAt } from './source.ts'

const text = sql.type(z.object({ answer: z.string() }))
const one = sql.type(z.object({ answer: z.string(), version: z.bigint() }))

test('an answer holds every field, the names it refers to and the price', async (t) => {
  const { pool, given } = await readModel(t, createReadSide().projections)
  await given(
    registered(supplier, 1, { name: 'Ahlsell', orderEmail: 'a@b.no' }),
    registered(manufacturer, 1, { name: 'Festo', supplierId: 1 }),
    registered(motor, 1, {
      supplierArticlenumber: 'X-1',
      power: 0.37,
      shaft: 'Ø20 kile',
      bracketoptions: ['høyre', 'venstre'],
      supplierId: 1,
      manufacturerId: 1,
    }),
    priced(motor, 1, aPrice({ costPrice: '33.3333', priceFactor: '1.1' })),
  )
  const { answer, version } = await pool.one(one`select answer, version from motortypes`)
  const record = JSON.parse(answer)
  t.equal(version, 1n)
  t.match(record, {
    id: 1,
    supplierArticlenumber: 'X-1',
    power: 0.37,
    shaft: 'Ø20 kile',
    bracketoptions: ['høyre', 'venstre'],
    otherFiles: [],
    brake: false,
    description: null,
    supplierName: 'Ahlsell',
    manufacturerName: 'Festo',
    supplier: { id: 1, name: 'Ahlsell' },
    manufacturer: { id: 1, name: 'Festo' },
    createdAt: '2026-01-01T00:03:00.000Z',
    updatedAt: '2026-01-01T00:04:00.000Z',
  })
  t.same(record.pricing, {
    id: 'motortype-1',
    entityType: 'motortype',
    entityId: 1,
    costPrice: 33.3333,
    costPriceCurrency: 'NOK',
    priceFactor: 1.1,
    listPrice: null,
    salesPrice: 36.6666,
    unit: 'stk',
    validFrom: null,
    coming: null,
    costPriceUpdatedAt: '2026-01-01T00:04:00.000Z',
    createdAt: '2026-01-01T00:04:00.000Z',
    updatedAt: '2026-01-01T00:04:00.000Z',
  })
  for (const key of Object.keys(motor.fields)) t.ok(key in record, key)
})

test('events of one record in one batch come to one row, as they would one by one', async (t) => {
  const story = [
    registered(supplier, 1, { name: 'A', orderEmail: 'a@b.no' }),
    registered(component, 1, { description: 'Skrue', tags: ['m6'], supplierId: 1, weight: 1.25 }),
    revised(component, 1, { description: 'Skrue M6', weight: null }),
    priced(component, 1, aPrice()),
    priced(component, 1, aPrice({ costPrice: '90' }), aPrice()),
    registered(component, 2, { description: 'Mutter' }),
    removed(component, 2),
    registered(component, 3, { description: 'Skive' }),
    priced(component, 3, aPrice()),
    removed(component, 3),
    revised(supplier, 1, { name: 'B' }),
    revised(component, 1, { tags: [] }),
  ]
  const dump = async (batches: readonly (readonly Given[])[]) => {
    const { pool, given } = await readModel(t, createReadSide().projections)
    for (const batch of batches) await given(...batch)
    const rows = await pool.any(text`
      select c::text as answer from componenttypes c union all
      select s::text from suppliers s union all
      select p::text from price p union all
      select * from (select (entity_id, at, removed, cost_price, position)::text from price_history
        order by position) history union all
      select (list, count)::text from list_state`)
    return rows.map(({ answer }) => answer)
  }
  const together = await dump([story])
  t.same(await dump(story.map((event) => [event])), together)
  t.equal(together.length, 10)
  const [answer] = together
  t.match(answer, 'Skrue M6')
  t.match(answer, '""supplierName"":""B""')
})

test('what was cleared, and what is newer than its event, reads as empty', async (t) => {
  const { pool, given } = await readModel(t, createReadSide().projections)
  await given(
    {
      ...registered(supplier, 1, {}),
      data: { entity: 'suppliers', id: 1, values: { name: 'A', orderEmail: 'a@b.no' } },
    },
    registered(component, 1, { description: 'x', tags: ['a'], notes: 'y' }),
  )
  await given(revised(component, 1, { tags: null, notes: null }))
  const read = async (rows: ReturnType<typeof text>) => JSON.parse(await pool.oneFirst(rows))
  t.match(await read(text`select answer from suppliers`), { website: '', address: null })
  t.match(await read(text`select answer from componenttypes`), { tags: [], notes: null })
})

test('a renamed supplier is renamed wherever it is shown', async (t) => {
  const { pool, given } = await readModel(t, createReadSide().projections)
  await given(
    registered(supplier, 1, { name: 'Gammel', orderEmail: 'a@b.no' }),
    registered(manufacturer, 1, { name: 'Festo', supplierId: 1 }),
    registered(component, 1, { description: 'x', supplierId: 1 }),
    registered(component, 2, { description: 'y', manufacturerId: 1 }),
  )
  await given(revised(supplier, 1, { name: 'Ny' }), revised(manufacturer, 1, { name: 'SMC' }))
  const shown = await pool.anyFirst(text`
    select answer from manufacturers union all (select answer from componenttypes order by id)`)
  t.same(
    shown.map((answer) => JSON.parse(answer)).map((r) => r.supplierName ?? r.manufacturerName),
    ['Ny', 'Ny', 'SMC'],
  )
  const found = await pool.anyFirst(
    sql.type(z.object({ id: z.number() }))`select id from componenttypes where search like '%smc%'`,
  )
  t.same(found, [2], 'and found by the new name')
})

test('projects have UUIDs and share a stream', async (t) => {
  const { pool, given } = await readModel(t, createReadSide().projections)
  const id = '0198c0de-0000-7000-8000-000000000001'
  await given(
    registered(project, id, { projectNumber: 'P-1', monitor1: 'Kari' }),
    registered(project, '0198c0de-0000-7000-8000-000000000002', {
      projectNumber: 'P-2',
      monitor1: 'Per',
    }),
    {
      stream: 'projects',
      type: 'ItemRevised',
      data: { entity: 'projects', id, changes: { monitor2: 'Ola' } },
    },
  )
  const row = await pool.one(one`select answer, version from projects where project_number = 'P-1'`)
  t.match(JSON.parse(row.answer), { id, monitor2: 'Ola' })
  t.equal(row.version, 2n)
})

test('numbers keep all their digits, and prices are rounded half up', async (t) => {
  const { pool, given } = await readModel(t, createReadSide().projections)
  await given(
    registered(component, 1, { description: 'x', weight: 123456789.012345 }),
    priced(
      component,
      1,
      aPrice({ costPrice: '99999999999.9999', priceFactor: '10', listPrice: '0.1' }),
    ),
    registered(component, 2, { description: 'y', weight: 1e-7 }),
    priced(component, 2, aPrice({ costPrice: '0.0005', priceFactor: '0.1' })),
  )
  const [first, second] = await pool.anyFirst(text`select answer from componenttypes order by id`)
  t.match(first, '"weight":123456789.012345,')
  t.match(first, '"costPrice":99999999999.9999,')
  t.match(first, '"salesPrice":999999999999.999,')
  t.match(first, '"listPrice":0.1,')
  t.match(second, '"weight":0.0000001,')
  t.match(second, '"salesPrice":0.0001,')
})

test('texts that Postgres cannot hold do not stop the projector', async (t) => {
  const { pool, given } = await readModel(t, createReadSide().projections)
  await given(
    registered(component, 1, {
      description: 'a\u0000b',
      notes: 'half \ud800 pair',
      tags: ['😀', '\udc00'],
    }),
    revised(component, 1, { type: '\\u0000 as written' }),
  )
  t.match(JSON.parse(await pool.oneFirst(text`select answer from componenttypes`)), {
    description: 'a\ufffdb',
    notes: 'half \ufffd pair',
    tags: ['😀', '\ufffd'],
    type: '\\u0000 as written',
  })
})

test('what cannot be true stops the projector, and a refill, at its event', async (t) => {
  const cases: readonly (readonly [string, readonly Given[]])[] = [
    ['changed but not there', [revised(component, 9, { description: 'x' })]],
    ['removed but not there', [removed(component, 9)]],
    ['priced but not there', [priced(component, 9, aPrice())]],
    [
      'registered twice',
      [registered(component, 1, { description: 'x' }), registered(component, 1, {})],
    ],
    [
      'of an unknown entity',
      [{ stream: 'componenttype-1', type: 'ItemRemoved', data: { entity: 'x', id: 1 } }],
    ],
    ['a text for a number', [registered(component, 1, { description: 'x', weight: 'tung' })]],
  ]
  for (const [name, events] of cases) {
    const { projections } = createReadSide()
    const stopped = { name: 'DeadLetter', event: { type: events.at(-1)!.type } }
    const { given } = await readModel(t, projections)
    await t.rejects(given(...events), stopped, name)
    const log = fixedLog(recordedAlike(events))
    await t.rejects(
      refill(await testDatabase(t), projections, { log }),
      stopped,
      `${name}, refilled`,
    )
  }
})

test('search and order of long lists go by indexes', async (t) => {
  const { url } = await querySide(t)
  const pool = await openPool(url, { size: 1 })
  t.teardown(() => pool.end())
  const planOf = (rows: Fragment) =>
    pool.transaction(async (tx) => {
      await tx.query(sql.unsafe`set local enable_seqscan = off`)
      return JSON.stringify(await tx.any(sql.unsafe`explain ${rows}`))
    })
  const where = matching(sourceAt(null), component, { q: 'Skrue' })
  const found = sql.fragment`select answer from componenttypes r ${where}`
  t.match(await planOf(found), 'componenttypes_search')
  const page = answersTo(sourceAt(null), component, {
    sort: 'description',
    order: 'desc',
    limit: 9,
  })
  t.match(await planOf(page), /Index Only Scan Backward using componenttypes_title_order/)
})
