import { test } from 'tap'
import { partKinds } from '#contracts/assembly/link-kinds.ts'
import { assembly, entities, sensor } from '#contracts/catalogue/index.ts'
import { aPrice, partLinked, priced, recordsOf, registered, subLinked } from './testing/events.ts'
import { describedQueries, exampleUrl, takesAsOf, type Query } from './testing/described-queries.ts'
import { querySide } from './testing/query-side.ts'

const now = aPrice({ costPrice: '12.50', listPrice: '30' })
const coming = aPrice({ costPrice: '77.25', listPrice: '99' })
const day = '2999-01-01'
const parts = entities.filter(({ priced }) => priced)
const others = entities.filter((entity) => !entity.priced && entity !== assembly)

const events = [
  ...others.flatMap(recordsOf),
  ...parts.flatMap((entity) => [
    ...recordsOf(entity),
    ...(entity === sensor ? [] : [priced(entity, 1, now)]),
    priced(entity, 1, coming, entity === sensor ? null : now, day),
  ]),
  ...[1, 2, 3].map((id) => registered(assembly, id, { name: `Linje ${id}` })),
  ...partKinds.map((kind) => partLinked(1, kind, 1)),
  partLinked(2, 'component', 1),
  subLinked(1, 2),
]

const takesValidOn = ({ parameters = [] }: Query) =>
  parameters.some(({ name }) => name === 'validOn')

/** Answers without prices, which may take a day since the app sends it with every query. */
const withoutPrices = [
  new RegExp(`^/api/(${others.map(({ name }) => name).join('|')})(/({id}|export|export\\.csv))?$`),
  /^\/api\/counts$/,
  /\/(ids|offers|attributes|subassemblies|where-used|tree|hierarchy)$/,
  /\/values\/\{key\}$/,
  /^\/api\/assemblytypes(\/\{id\}|\/export|\/export\.csv)$/,
]
const hasPrices = ({ path }: Query) => !withoutPrices.some((form) => form.test(path))

test('what answers as of an instant takes a day too, except the search over all', async (t) => {
  const { app } = await querySide(t)
  const queries = (await describedQueries(app)).filter(takesAsOf)
  t.same(
    queries.filter((query) => !takesValidOn(query)).map(({ path }) => path),
    ['/api/search'],
  )
})

test('what takes a day answers with its prices, or is known to have none', async (t) => {
  const { app, get, given } = await querySide(t)
  await given(...events)
  const answer = async (url: string, validOn?: string) => {
    const on = validOn === undefined ? '' : `${url.includes('?') ? '&' : '?'}validOn=${validOn}`
    const { statusCode, payload } = await get(url + on)
    t.equal(statusCode, 200, url + on)
    return payload
  }
  const queries = (await describedQueries(app)).filter(takesValidOn)
  t.ok(queries.length > 50, `${queries.length} queries`)
  for (const query of queries) {
    const url = exampleUrl(query)
    const isSame = (await answer(url, day)) === (await answer(url))
    t.equal(isSame, !hasPrices(query), `${query.path} is in withoutPrices if it has none`)
  }
  for (const name of ['componenttypes', 'assemblytypes'])
    for (const list of [name, `${name}/ids`])
      t.not(
        await answer(`/api/${list}?costPrice.min=50`, day),
        await answer(`/api/${list}?costPrice.min=50`),
        list,
      )
})
