import { sql } from 'slonik'
import { test } from 'tap'
import { z } from 'zod'
import { component } from '#contracts/catalogue/index.ts'
import { createReadSide } from '../projections.ts'
import { readModel } from '../testing/read-model.ts'
import { aPrice, priced, registered, removed } from '../testing/events.ts'

test('when a cost was set last is known through changes of anything else', async (t) => {
  const { pool, given } = await readModel(t, createReadSide().projections)
  const first = aPrice({ costPrice: null })
  const second = aPrice({ costPrice: '5' })
  await given(registered(component, 1, { description: 'x' }), priced(component, 1, first))
  const times = sql.type(z.object({ cost: z.string().nullable(), created: z.string() }))`
    select cost_price_updated_at as cost, created_at as created from price`
  t.same(await pool.one(times), { cost: null, created: '2026-01-01T00:02:00.000Z' })
  await given(priced(component, 1, second, first))
  await given(priced(component, 1, { ...second, unit: 'm' }, second))
  t.same(await pool.one(times), {
    cost: '2026-01-01T00:03:00.000Z',
    created: '2026-01-01T00:02:00.000Z',
  })
})

test('a removed item leaves the history of its price, which ends there', async (t) => {
  const { pool, given } = await readModel(t, createReadSide().projections)
  await given(registered(component, 1, { description: 'x' }), priced(component, 1, aPrice()))
  await given(removed(component, 1))
  t.equal(await pool.exists(sql.unsafe`select from price`), false)
  const rows = await pool.any(sql.type(
    z.object({ removed: z.boolean(), cost: z.string().nullable() }),
  )`
    select removed, cost_price as cost from price_history order by position`)
  t.same(rows, [
    { removed: false, cost: '100' },
    { removed: true, cost: '100' },
  ])
})
