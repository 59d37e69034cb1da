import { setImmediate } from 'node:timers/promises'
import { test } from 'tap'
import { newApp } from '../../kernel/app.ts'
import { byId } from '../../kernel/params.ts'
import { ask, testToken } from '../../kernel/testing/asks.ts'
import { takeInTurns } from './turns.ts'

const service = async (atATime: number) => {
  const begun: number[] = []
  const app = await newApp({
    name: 'prøve',
    token: testToken,
    logLevel: 'silent',
    health: () => null,
  })
  takeInTurns(app, atATime)
  app.get('/api/:id', { config: { needs: 'read' }, schema: { params: byId } }, ({ params }) => {
    begun.push(params.id)
    return {}
  })
  await app.ready()
  return { app, begun }
}

/** How many had begun at each turn of the event loop, until all had. */
const byTurn = async (begun: readonly number[], all: number) => {
  const counts: number[] = []
  while (begun.length < all) {
    await setImmediate()
    counts.push(begun.length)
  }
  return counts
}

test('of requests that come at once so many begin at a time, in their order', async (t) => {
  const { app, begun } = await service(4)
  const ids = Array.from({ length: 18 }, (_, index) => index + 1)
  const answers = ids.map((id) => app.inject(ask('GET', `/api/${id}`)))
  const counts = await byTurn(begun, ids.length)
  t.ok(counts.every((count, turn) => count - (counts[turn - 1] ?? 0) <= 4))
  t.ok(counts.length >= 5)
  t.same(begun, ids)
  t.ok((await Promise.all(answers)).every(({ statusCode }) => statusCode === 200))
})

test('a request by itself need not wait, and one after another neither', async (t) => {
  const { app, begun } = await service(1)
  for (const id of [1, 2, 3]) t.equal((await app.inject(ask('GET', `/api/${id}`))).statusCode, 200)
  t.same(begun, [1, 2, 3])
})
