import { unzipSync } from 'fflate'
import { test } from 'tap'
import { osloDay } from '#contracts/days.ts'
import { createApp } from '#kernel/app.ts'
import { asUser, requestFor, testToken } from '#kernel/testing/requests.ts'
import type { App } from '#kernel/types.ts'
import { bomRoutes } from '../routes.ts'
import { createFindModel } from './find-model.ts'
import { bomViews } from '#contracts/assembly/bom.ts'
import type { Comparison } from '#contracts/assembly/cost-answers.ts'
import { partLinked, partUnlinked, priced } from '../../testing/events.ts'
import { conveyor } from '../../testing/conveyor.ts'
import { data } from '../../testing/query.ts'
import { querySide, type QuerySide } from '../../testing/query-side.ts'
import { randomEvents } from '../../testing/random-events.ts'
import { seedOf } from '../../testing/random.ts'

type Test = Parameters<typeof querySide>[0]

const assemblies = Array.from({ length: 5 }, (_, index) => `/api/assemblytypes/${index + 1}`)
const paths = [
  '/api/assemblytypes/cost',
  ...assemblies.flatMap((path) => [
    `${path}/bom`,
    `${path}/bom/hierarchy`,
    `${path}/tree`,
    `${path}/cost?view=flat`,
    `${path}/where-used`,
    `${path}/export?view=hierarchy`,
  ]),
  ...[1, 2, 3].map((id) => `/api/componenttypes/${id}/where-used`),
]

const seed = seedOf()
const asOf = (path: string, at: string) => `${path}${path.includes('?') ? '&' : '?'}asOf=${at}`

/** Nothing is rewound: what was is read for each question. */
const readAlone = async (t: Test, { context, bom }: QuerySide): Promise<App> => {
  const app = await createApp({
    name: 'test',
    token: testToken,
    logLevel: 'silent',
    health: () => null,
  })
  t.teardown(() => app.close())
  bomRoutes(app, context, bom, createFindModel(context, bom, -1))
  return app
}

test(`what was answered once is answered as of then (SEED=${seed})`, async (t) => {
  const side = await querySide(t)
  const alone = await readAlone(t, side)
  const events = randomEvents(seed, 300)
  const answers = (app: App, at?: string) =>
    Promise.all(
      paths.map(async (path) => {
        const asked = requestFor('GET', at ? asOf(path, at) : path)
        const { statusCode, body } = await app.inject({ ...asked, headers: asUser('revisor') })
        return `${path} ${statusCode} ${body}`
      }),
    )
  const then: { readonly at: string; readonly answered: readonly string[] }[] = []
  for (let from = 0; from < events.length; from += 75) {
    await side.given(...events.slice(from, from + 75))
    // Models of the past go on while the present changes.
    for (const { at, answered } of then) t.same(await answers(side.app, at), answered, `at ${at}`)
    then.push({ at: side.log.events.at(-1)!.writtenAt, answered: await answers(side.app) })
  }
  t.ok(then.some(({ answered }) => answered.some((answer) => answer.includes('"totals":[{'))))
  for (const { at, answered } of then) t.same(await answers(alone, at), answered, `alone at ${at}`)
})

test('an instant takes one statement, one more for each kind of part that has changed, and again none', async (t) => {
  const side = await querySide(t)
  await side.given(...conveyor)
  const first = side.log.events.at(-1)!.writtenAt
  await side.given(priced('componenttypes', 7, { costPrice: '250', unit: '100 m' }))
  const second = side.log.events.at(-1)!.writtenAt
  await side.given(partLinked(4, 'component', 7, { quantity: 6 }))
  const user = {
    id: 'u1',
    username: 'kari',
    name: 'Kari',
    role: 'revisor' as const,
    token: undefined,
  }
  let statements = 0
  const { pool, projector } = side.context
  const counted = <Method extends 'any' | 'oneFirst'>(method: Method): (typeof pool)[Method] =>
    ((query: never) => {
      statements++
      return pool[method](query)
    }) as never
  const counting = { ...pool, any: counted('any'), oneFirst: counted('oneFirst') }
  const find = createFindModel({ pool: counting, projector }, side.bom)
  const asked = async (asOf?: string) => {
    statements = 0
    const scope = { what: 'below', ids: [1] } as const
    await find({ user }, { asOf, validOn: undefined, scope })
    return statements
  }
  t.same([await asked(), await asked(second), await asked(second)], [0, 1, 0])
  t.same([await asked(first), await asked(first)], [2, 0])
  t.equal(await asked(osloDay()), 0)
})

test('more instants at once than are cached are all answered', async (t) => {
  const side = await querySide(t)
  const hundreds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  const prices = hundreds.map((price) =>
    priced('componenttypes', 7, { costPrice: `${price}00`, unit: '100 m' }),
  )
  await side.given(...conveyor, ...prices)
  const instants = side.log.events.slice(-prices.length).map(({ writtenAt }) => writtenAt)
  const costOf = async (app: App, at: string) => {
    const asked = requestFor('GET', asOf('/api/assemblytypes/1/cost', at))
    const { statusCode, body } = await app.inject({ ...asked, headers: asUser('revisor') })
    return statusCode === 200 ? JSON.parse(body).data.totals[0].cost : statusCode
  }
  for (const app of [side.app, await readAlone(t, side)]) {
    // The newest first: nothing has changed since.
    const costs = await Promise.all(instants.toReversed().map((at) => costOf(app, at)))
    t.same(
      costs.toReversed(),
      hundreds.map((price) => 44 * price),
    )
  }
})

test('before there was an assembly it is not found, and who may not see history is refused', async (t) => {
  const side = await querySide(t)
  await side.given(...conveyor)
  const first = '/api/assemblytypes/1/bom?asOf=2025-12-31'
  t.equal((await side.get(first)).statusCode, 404)
  t.equal((await side.get(first, {}, 'leser')).statusCode, 403)
  t.equal((await side.get('/api/assemblytypes/1/bom?asOf=2999-01-01')).statusCode, 400)
  for (const view of bomViews) {
    const xlsx = `/api/assemblytypes/1/export?view=${view}&format=xlsx&asOf=2026-02-01`
    t.equal((await side.get(xlsx)).statusCode, 200)
  }
})

test('an assembly then is compared with itself now, either way round', async (t) => {
  const side = await querySide(t)
  await side.given(...conveyor)
  const then = side.log.events.at(-1)!.writtenAt
  await side.given(
    priced('componenttypes', 7, { costPrice: '250', unit: '100 m' }),
    partUnlinked(2, 'motor', 8),
    partLinked(4, 'component', 7, { quantity: 6 }),
  )
  const path = '/api/assemblytypes/1/compare/1'
  const { cost, counts, lines } = await data<Comparison>(side, `${path}?asOf=${then}`)
  const nok = { currency: 'NOK', from: 55, to: 125, byQuantity: 7.5, byPrice: 62.5 }
  t.same(cost, [
    { ...nok, byStructure: 0, byMissing: 0 },
    {
      currency: 'EUR',
      from: 200,
      to: 0,
      byQuantity: 0,
      byPrice: 0,
      byStructure: -200,
      byMissing: 0,
    },
  ])
  t.same(counts, { added: 0, removed: 1, changed: 1, same: 4 })
  t.match(lines, [
    {
      itemId: 7,
      before: 44,
      after: 50,
      priceBefore: { cost: 1.25 },
      priceAfter: { cost: 2.5 },
      costBefore: { cost: 55 },
      costAfter: { cost: 125 },
    },
    {
      itemId: 8,
      before: 2,
      after: 0,
      priceAfter: null,
      costBefore: { cost: 200 },
      costAfter: null,
    },
  ])
  const back = await data<Comparison>(side, `${path}?otherAsOf=${then}`)
  t.match(back.cost, [
    { from: 125, to: 55, byQuantity: -15, byPrice: -55, byStructure: 0 },
    { from: 0, to: 200, byStructure: 200 },
  ])

  const file = await side.get(`${path}/export?asOf=${then}&format=csv`)
  t.match(
    file.headers['content-disposition'],
    new RegExp(`sammenligning fra Linje per 2026-.* til Linje i dag ${osloDay()}\\.csv`),
  )
  const named = async (query: string) =>
    decodeURIComponent(String((await side.get(query)).headers['content-disposition']))
  t.match(
    await named(`${path}/export?asOf=${then}&otherValidOn=2027-01-01`),
    `til Linje i dag ${osloDay()} med priser per 2027-01-01.csv`,
  )
  t.match(
    await named('/api/assemblytypes/1/export?asOf=2026-01-02&validOn=2026-01-01'),
    'per 2026-01-02 med priser per 2026-01-01.csv',
  )
  t.match(file.body, /\r\nEndret;Komponent;7;.*;44;50;6;m;1,25;NOK;2,5;NOK;55;125\r\n/)
  t.match(file.body, /\r\nPriser \(NOK\);62,5\r\n/)
  const workbook = await side.get(`${path}/export?asOf=${then}&format=xlsx`)
  const parts = unzipSync(workbook.rawPayload)
  const part = (name: string) => Buffer.from(parts[`xl/${name}.xml`]!).toString()
  t.match(part('sharedStrings'), /Endret<.*Priser \(NOK\)</)
  t.match(part('worksheets/sheet1'), /<v>44<.*<v>50<.*<v>6<.*<v>1.25<.*<v>2.5<.*<v>62.5</)
})
