import { test } from 'tap'
import { assembly, component, motor, supplier } from '#contracts/catalogue/index.ts'
import type { Overview } from '#contracts/overview.ts'
import type { Price } from '#contracts/pricing.ts'
import { aPrice, partLinked, priced, registered, removed, revised } from '../testing/events.ts'
import { querySide } from '../testing/query-side.ts'
import { unpricedOf } from './routes.ts'

test('what has prices and stands in no stykkliste can be without one', async (t) => {
  t.match(unpricedOf({ ...supplier, priced: 'componenttype' }).sql, /from "suppliers"/)
})

test('the overview tells what changed last, prices that moved, and parts without one', async (t) => {
  const { given, get } = await querySide(t)
  const fetched = async () => (await get('/api/overview')).json<{ data: Overview }>().data
  t.same(await fetched(), { changed: [], prices: [], unpriced: { count: 0, parts: [] } })

  const price = aPrice({ costPrice: '10' })
  await given(
    registered(supplier, 1, { name: 'Ahlsell' }),
    registered(component, 1, { description: 'Skrue' }),
    registered(component, 2, { description: 'Mutter' }),
    registered(motor, 1, { description: 'Girmotor' }),
    registered(motor, 2, { description: 'Borte' }),
    priced(component, 1, price),
    priced(component, 1, { ...price, costPrice: '12.5' }, price),
    // Not yet.
    priced(component, 1, { ...price, costPrice: '99' }, price, '2999-01-01'),
    // Of a time before, and no news of what it costs now.
    priced(component, 1, { ...price, costPrice: '7' }, price, '2020-01-01'),
    // Neither cheaper nor dearer.
    priced(component, 1, { ...price, costPrice: '12.5', priceFactor: '2' }, price),
    registered(assembly, 1, { name: 'Linje' }),
    partLinked(1, 'motor', 1),
    revised(supplier, 1, { name: 'Ahlsell AS' }),
    removed(motor, 2),
  )
  const { changed, prices, unpriced } = await fetched()
  t.same(
    changed.map(({ title }) => title),
    ['Ahlsell AS', 'Linje', 'Skrue', 'Girmotor', 'Mutter'],
  )
  t.match(prices, [{ entity: 'componenttypes', id: 1, title: 'Skrue', from: 10, to: 12.5 }])
  t.equal(prices.length, 1)
  t.same(unpriced, {
    count: 2,
    parts: [
      { entity: 'motortypes', id: 1, title: 'Girmotor' },
      { entity: 'componenttypes', id: 2, title: 'Mutter' },
    ],
  })
})

test('moved prices are found behind any number of others, and hold by the day of the service', async (t) => {
  let today = '2029-12-31'
  const side = await querySide(t, undefined, undefined, () => today)
  const prices = async () =>
    (await side.get('/api/overview')).json<{ data: Overview }>().data.prices
  const costs = async () => (await prices()).map(({ from, to }) => `${from} ${to}`)
  const [old, moved] = [aPrice({ costPrice: '10' }), aPrice({ costPrice: '12' })]
  const coming = (cost: string, previous: Price, day: string) =>
    priced(component, 1, aPrice({ costPrice: cost }), previous, day)
  await side.given(
    registered(component, 1, { description: 'Skrue' }),
    priced(component, 1, old),
    priced(component, 1, moved, old),
    // Each replaces the one before it, which never holds.
    coming('98', moved, '2030-01-01'),
    coming('15', moved, '2030-01-01'),
    ...Array.from({ length: 1_001 }, (_, n) => registered(motor, n + 1, { description: 'M' })),
    ...Array.from({ length: 1_001 }, (_, n) => priced(motor, n + 1, old)),
  )
  t.same(await costs(), ['10 12'])
  today = '2030-01-01'
  while ((await costs()).length === 1) await new Promise(setImmediate)
  t.match(await prices(), [{ from: 12, to: 15, at: '2029-12-31T23:00:00.000Z' }, { to: 12 }])
})

test('a price to come moves from the price of the day before, whenever that was entered', async (t) => {
  let today = '2029-12-31'
  const side = await querySide(t, undefined, undefined, () => today)
  const costs = async () => {
    const { data } = (await side.get('/api/overview')).json<{ data: Overview }>()
    return data.prices.map(({ title, from, to }) => `${title} ${from} ${to}`)
  }
  const price = (cost: string) => aPrice({ costPrice: cost })
  const set = (id: number, cost: string, before: string | null, day?: string) =>
    priced(component, id, price(cost), before === null ? undefined : price(before), day)
  const withdrawn = set(3, '9', '9', '2029-06-01')
  await side.given(
    ...['Skrue', 'Mutter', 'Skive'].map((description, at) =>
      registered(component, at + 1, { description }),
    ),
    set(1, '10', null),
    set(1, '15', '10', '2030-01-01'),
    set(1, '12', '10'),
    set(2, '5', null),
    set(2, '5', '5', '2030-01-01'),
    set(2, '6', '5', '2029-06-01'),
    set(3, '8', null),
    set(3, '9', '8', '2029-06-01'),
    set(3, '9', '8', '2030-01-01'),
  )
  await side.given({ ...withdrawn, data: Object.assign({ withdrawn: true }, withdrawn.data) })
  t.same(await costs(), ['Mutter 5 6', 'Skrue 10 12'])
  today = '2030-01-01'
  while ((await costs()).length === 2) await new Promise(setImmediate)
  t.same(await costs(), ['Skive 8 9', 'Mutter 6 5', 'Skrue 12 15', 'Mutter 5 6', 'Skrue 10 12'])
})
