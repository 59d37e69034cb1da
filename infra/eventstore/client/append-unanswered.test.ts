import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { jsonEvent } from '@eventstore/db-client'
import { status } from '@grpc/grpc-js'
import { test } from 'tap'
import { RpcError } from '../server/rpc-error.ts'
import { loseFirstAnswer, slowDown } from '../testing/answers.ts'
import { never, longDeadline, storeFor, timed, ways } from '../testing/append-ways.ts'
import { someEvents } from '../testing/events.ts'
import { openLog } from '../testing/log.ts'
import { testClient, testStore } from '../testing/store.ts'

test('without an answer the outcome is unknown at the deadline, while the plain client waits on', async (t) => {
  const store = await testStore(t)
  store.misbehave('BatchAppend', never)
  store.misbehave('Append', never)
  const plain = testClient(t, `${store.url}&defaultDeadline=300`)
  const pending = plain.appendToStream('a', jsonEvent({ type: 'T', data: {} })).catch(() => 'ended')
  const { error, ms } = await timed(() =>
    openLog(t, store.url, { deadlineMs: 2000 }).append('a', someEvents(1), 'none'),
  )
  t.match(error, { name: 'OutcomeUnknown' })
  t.ok(ms < 60_000, `${ms} ms`)
  t.equal(await Promise.race([pending, sleep(10, 'still waiting')]), 'still waiting')
})

for (const way of ways) {
  test(`${way}: a retry finds an append whose answer was lost`, async (t) => {
    const store = await storeFor(t, way)
    loseFirstAnswer(store, way)
    const log = openLog(t, store.url)
    t.match(await log.append('a', someEvents(2), 'none'), { appended: true, revision: 1n })
    t.equal(store.calls('BatchAppend') + store.calls('Append'), way === 'Append' ? 3 : 2)
    t.equal((await log.read('a')).length, 2)
  })

  test(`${way}: an answer after the deadline does no harm`, async (t) => {
    const store = await storeFor(t, way)
    slowDown(store, 'Append', 2500)
    if (way === 'BatchAppend') slowDown(store, way, 2500)
    const log = openLog(t, store.url, { deadlineMs: 2000 })
    const events = someEvents(1)
    await t.rejects(log.append('a', events, 'none'), { name: 'OutcomeUnknown' })
    await sleep(2600)
    store.misbehave(way, null)
    store.misbehave('Append', null)
    const again = openLog(t, store.url, longDeadline)
    t.match(await again.append('a', events, 'none'), { appended: true, revision: 0n })
  })

  test(`${way}: a dying server does not affect appends to another one`, async (t) => {
    const [dying, slow] = [await storeFor(t, way), await storeFor(t, way)]
    slowDown(slow, way, 300)
    const [first, second] = [openLog(t, dying.url, { deadlineMs: 6000 }), openLog(t, slow.url)]
    await first.append('a', someEvents(1), 'none')
    const appending = second.append('a', someEvents(1), 'none')
    const other = first.append('a', someEvents(1), 0n).catch(() => undefined)
    await dying.stop()
    t.match(await appending, { appended: true })
    t.equal(slow.calls('Append'), way === 'Append' ? 1 : 0, 'without a retry')
    await other
  })
}

for (const way of ways)
  test(`${way}: busy, not-leader and empty answers are retried`, async (t) => {
    const store = await storeFor(t, way)
    const trailers = {
      exception: 'not-leader',
      'leader-endpoint-host': '127.0.0.1',
      'leader-endpoint-port': String(store.port),
    }
    const answers = [
      new RpcError(status.UNKNOWN, 'Server Is Busy'),
      new RpcError(status.NOT_FOUND, 'Leader info available', trailers),
      null,
    ]
    if (way === 'BatchAppend')
      store.misbehave(way, async (call, proper) => {
        const answer = answers.shift()
        if (answer === undefined) return proper(call)
        if (answer) throw answer
      })
    else
      store.misbehave(way, async (call, proper) => {
        const answer = answers.shift()
        if (answer === undefined) return proper(call)
        for await (const _ of call) continue
        if (answer) throw answer
        return undefined as never
      })
    const log = openLog(t, store.url)
    // Only the first attempt uses BatchAppend, so it takes one append per answer.
    const appends = way === 'Append' ? 1 : answers.length
    for (let n = 0; n < appends; n++)
      t.match(await log.append(`a${n}`, someEvents(1), 'none'), { appended: true })
    t.equal(answers.length, 0)
  })

test('many concurrent appends all end within their deadline', async (t) => {
  const store = await testStore(t)
  const log = openLog(t, store.url, longDeadline)
  const answers = await Promise.all(
    Array.from({ length: 500 }, () => log.append(randomUUID(), someEvents(2), 'none')),
  )
  t.ok(answers.every(({ appended }) => appended))
  store.misbehave('Append', never)
  store.misbehave('BatchAppend', never)
  // Long enough to send the first ones on a slow machine too.
  const impatient = openLog(t, store.url, { deadlineMs: 8000 })
  const names: string[] = []
  const { ms } = await timed(() =>
    Promise.all(
      Array.from({ length: 120 }, () =>
        impatient
          .append('a', someEvents(1), 'none')
          .catch((error: Error) => names.push(error.name)),
      ),
    ),
  )
  t.ok(ms < 60_000, `${ms} ms`)
  t.same(
    [...new Set(names)].toSorted(),
    ['OutcomeUnknown', 'StoreUnavailable'],
    'those that were never sent say so',
  )
})
