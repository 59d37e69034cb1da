import { test } from 'tap'
import { osloDay } from '#contracts/days.ts'
import { component } from '#contracts/catalogue/index.ts'
import { testToken } from '#kernel/testing/requests.ts'
import { verifyTables } from '../kernel/verify.ts'
import { createReadSide } from '../projections.ts'
import { aPrice, assembly, partLinked, priced, registered } from '../testing/events.ts'
import { data, impactOf } from '../testing/query.ts'
import { querySide } from '../testing/query-side.ts'
import { seeded, seedOf } from '../testing/random.ts'

/** Null where the price of that day was taken back. */
type Recorded = { id: number; at: string; from: string; cost: number | null }
type Priced = { entityId: number; costPrice: number | null; coming: { validFrom: string } | null }
type Cost = { totals: { cost: number }[]; lines: { coming: { validFrom: string } | null }[] }

const ids = [1, 2, 3]
const dayAfter = (days: number) => new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10)

/** What was known by then of each day. */
const knownOf = (all: readonly Recorded[], id: number, instant: string) => {
  const known = new Map<string, number>()
  for (const { cost, from } of all.filter((one) => one.id === id && one.at <= instant))
    if (cost === null) known.delete(from)
    else known.set(from, cost)
  return known
}
/** Of that: the latest day that is not after the one asked for. */
const plain = (all: readonly Recorded[], id: number, instant: string, day: string) => {
  const known = knownOf(all, id, instant)
  const last = [...known.keys()]
    .filter((from) => from <= day)
    .toSorted()
    .at(-1)
  return last === undefined ? null : known.get(last)!
}

const seed = seedOf()
test(`a price holds from its day, as was known at each instant (SEED=${seed})`, async (t) => {
  const random = seeded(seed)
  const side = await querySide(t, testToken, undefined, () => '2025-12-31')
  const all: Recorded[] = []
  const at = (hour: number) => new Date(Date.UTC(2025, 3, 1, hour)).toISOString()
  await side.given(
    ...ids.map((id) => ({ ...registered(component, id, { description: `Del ${id}` }), at: at(0) })),
    { ...assembly(1, 'Linje'), at: at(0) },
    ...ids.map((id) => ({ ...partLinked(1, 'component', id, { quantity: id }), at: at(0) })),
  )
  for (let n = 1; n <= 60; n++) {
    const [id, cost, when] = [1 + random.below(3), 1 + random.below(9_999), at(n * 30)]
    const price = aPrice({ costPrice: String(cost), priceFactor: '1' })
    const back = random.chance(0.2) && random.pick([...knownOf(all, id, 'z').keys()])
    const validFrom = back || (random.chance(0.3) ? null : dayAfter(random.below(400)))
    const event = priced(component, id, price, null, validFrom)
    const data = { ...(event.data as object), ...(back && { withdrawn: true }) }
    all.push({ id, cost: back ? null : cost, at: when, from: validFrom ?? osloDay(when) })
    await side.given({ ...event, data, at: when })
  }
  const days = [null, ...[0, 90, 180, 270, 400].map(dayAfter)]
  for (const instant of [null, ...[0, 20, 40, 59].map((n) => all[n]!.at)])
    for (const day of days) {
      const query = new URLSearchParams({
        ...(instant && { asOf: instant }),
        ...(day && { validOn: day }),
      })
      const on = day ?? (instant ? osloDay(instant) : '2025-12-31')
      const costs = ids.map((id) => plain(all, id, instant ?? 'z', on))
      const prices = await data<Priced[]>(side, `/api/pricing?${query}`)
      const known = new Map(prices.map((one) => [one.entityId, one.costPrice]))
      t.same(
        ids.map((id) => known.get(id) ?? null),
        costs,
        `prices ${query}`,
      )
      const { totals } = await data<Cost>(side, `/api/assemblytypes/1/cost?${query}`)
      const sum = costs.reduce<number>((total, cost, index) => total + (cost ?? 0) * ids[index]!, 0)
      t.equal(totals[0]?.cost ?? 0, sum, `cost ${query}`)
    }
})

test('at midnight what was to come is the price, in tables and memory, without an event', async (t) => {
  let today = '2026-12-31'
  const side = await querySide(t, testToken, undefined, () => today)
  const [old, next] = [aPrice({ costPrice: '100' }), aPrice({ costPrice: '120' })]
  await side.given(
    registered(component, 1, { description: 'Skrue' }),
    priced(component, 1, old),
    priced(component, 1, next, old, '2027-01-01'),
    assembly(1, 'Linje'),
    partLinked(1, 'component', 1, { quantity: 2 }),
  )
  type Record = { pricing: Priced }
  const record = () => data<Record>(side, '/api/componenttypes/1')
  const cost = () => data<Cost>(side, '/api/assemblytypes/1/cost')
  const coming = { validFrom: '2027-01-01', costPrice: 120, salesPrice: 180 }
  t.match((await record()).pricing, { costPrice: 100, validFrom: null, coming })
  t.match(await cost(), { totals: [{ cost: 200 }], lines: [{ coming: { costPrice: 120 } }] })
  const proposed = { entityType: 'componenttype', entityId: 1, costPrice: 130, unit: 'stk' }
  const price = { ...proposed, costPriceCurrency: 'NOK', priceFactor: 1.5 }
  const moved = (cost: number) => ({ largest: [{ from: { totals: [{ cost }] } }] })
  t.match(await impactOf(side, { prices: [price] }), moved(200))
  const then = { validOn: '2027-01-01' }
  const none = { count: 0 }
  t.match(await impactOf(side, { prices: [price], ...then }), none, 'what was to come holds then')
  const fromThen = { ...price, validFrom: '2027-01-01' }
  t.match(await impactOf(side, { prices: [fromThen] }), none, 'it does not hold yet')
  t.match(await impactOf(side, { prices: [fromThen, price], ...then }), moved(240))

  const assemblies = () => data<object[]>(side, '/api/assemblytypes?sort=costPrice')
  t.match(await assemblies(), [{ cost: { totals: [{ cost: 200 }] } }])
  const list = await side.get('/api/componenttypes')
  const tags = { 'if-none-match': String(list.headers.etag) }
  t.equal((await side.get('/api/componenttypes', tags)).statusCode, 304)

  const position = side.projector.position()
  today = '2027-01-01'
  while ((await record()).pricing.costPrice === 100) await new Promise(setImmediate)
  t.match((await record()).pricing, { costPrice: 120, validFrom: '2027-01-01', coming: null })
  t.match(await cost(), { totals: [{ cost: 240 }], lines: [{ coming: null }] })
  t.match(await assemblies(), [{ cost: { totals: [{ cost: 240 }] } }])
  t.equal((await side.get('/api/componenttypes', tags)).statusCode, 200)
  t.equal(side.projector.position(), position)
  const yesterday = await data<Cost>(side, '/api/assemblytypes/1/cost?validOn=2026-12-31')
  t.match(yesterday, { totals: [{ cost: 200 }], lines: [{ coming: { costPrice: 120 } }] })
  const filled = await verifyTables(side.url, createReadSide().projections, { log: side.log })
  t.same(
    filled.filter(({ isEqual }) => !isEqual),
    [],
    'a refill on any day makes the same tables of that day',
  )
})

test('a day is refused that is none, and where no prices are given', async (t) => {
  const { get } = await querySide(t)
  for (const day of ['2027-02-30', 'i morgen', '0001-01-01', ''])
    t.match((await get(`/api/pricing?validOn=${day}`)).json(), { details: [{ path: 'validOn' }] })
  for (const path of ['/api/pricing/history', '/api/componenttypes/1/history', '/api/journal'])
    t.match((await get(`${path}?validOn=2027-01-01`, {}, 'revisor')).json(), {
      details: [{ path: 'validOn' }],
    })
})
