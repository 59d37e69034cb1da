import { test } from 'tap'
import { component, supplier } from '#contracts/catalogue/index.ts'
import { mostStates, statesPath } from '#contracts/states.ts'
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

  const { keys, states } = (await askFor([1, 2, 3, 99])).json<{
    keys: string[]
    states: unknown[][]
  }>()
  t.same(keys, Object.keys(component.fields))
  t.equal(states.length, 1, 'neither what is gone, nor what Postgres cannot hold as it is')
  const [id, revision, created, updated, price, values] = states[0]!
  t.same([id, revision], [1, 1])
  t.same([created, updated], ['2026-01-01T00:01:00.000Z', '2026-01-01T00:05:00.000Z'])
  t.same(
    [
      price,
      (values as unknown[])[keys.indexOf('weight')],
      (values as unknown[])[keys.indexOf('tags')],
    ],
    [['99999999999.9999', 'NOK', '1.5', null, 'm', updated, updated, updated], 0.1, ['a,b']],
  )
  t.same((await askFor([])).json().states, [])

  t.equal((await askFor(['1'])).statusCode, 400)
  t.equal((await askFor(Array.from({ length: mostStates + 1 }, (_, i) => i + 1))).statusCode, 400)
  t.equal((await askFor([1], {})).statusCode, 403)
  t.equal((await askFor([1], { 'x-internal-token': 'guessed' })).statusCode, 403)
  t.equal((await app.inject(ask('POST', statesPath(supplier), { ids: [1] }))).statusCode, 404)
})
