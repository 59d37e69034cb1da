import { test } from 'tap'
import { component, supplier } from '#contracts/catalogue/index.ts'
import { mostStates, statesPath, type StatesAnswer } from '#contracts/states.ts'
import { ask, testToken } from '../../kernel/testing/asks.ts'
import { querySide } from '../test/query-side.ts'
import { aPrice, priced, registered, removed } from '../test/story.ts'

test('records are given by their ids, to the services of this system alone', async (t) => {
  const { app, given } = await querySide(t)
  await given(
    registered(component, 1, { description: 'Skrue', weight: 0.1, tags: ['a,b'] }),
    registered(component, 2, { description: 'Gone' }),
    registered(component, 3, { description: 'Half a character: \ud83d' }),
    registered(component, 4, { description: 'Mutter' }),
    priced(component, 1, aPrice({ costPrice: '99999999999.9999', unit: 'm' })),
    removed(component, 2),
  )
  const token = { 'x-internal-token': testToken }
  const askFor = (ids: readonly unknown[], headers: Record<string, string> = token) =>
    app.inject({ method: 'POST', url: statesPath(component), payload: { ids }, headers })

  const { keys, columns } = (await askFor([1, 2, 3, 4, 99])).json<StatesAnswer>()
  t.same(keys, Object.keys(component.fields))
  const [ids, revisions, created, updated, price, values] = columns
  t.same(
    new Set(ids),
    new Set([1, 4]),
    'neither what is gone, nor what Postgres cannot hold as it is',
  )
  /** What a record has of some columns. */
  const of = (id: number, some: readonly (readonly unknown[])[]) =>
    some.map((column) => column[ids.indexOf(id)])
  const then = '2026-01-01T00:05:00'
  t.same(of(1, [revisions, created, updated]), [1, '2026-01-01T00:01:00', then])
  t.same(of(1, price!), ['99999999999.9999', 'NOK', '1.5', null, 'm', then, then, then])
  t.same(
    of(4, price!),
    Array.from({ length: 8 }, () => null),
  )
  const [weight, tags] = [values[keys.indexOf('weight')]!, values[keys.indexOf('tags')]!]
  t.same(of(1, [weight, tags]), [0.1, ['a,b']])
  t.same(of(4, [weight, tags]), [null, []])
  t.same((await askFor([])).json<StatesAnswer>().columns[0], [])

  t.equal((await askFor(['1'])).statusCode, 400)
  t.equal((await askFor(Array.from({ length: mostStates + 1 }, (_, i) => i + 1))).statusCode, 400)
  t.equal((await askFor([1], {})).statusCode, 403)
  t.equal((await askFor([1], { 'x-internal-token': 'guessed' })).statusCode, 403)
  t.equal((await app.inject(ask('POST', statesPath(supplier), { ids: [1] }))).statusCode, 404)
})
