import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { START } from '@eventstore/db-client'
import { status } from '@grpc/grpc-js'
import { Client } from 'pg'
import { test } from 'tap'
import { confirmation, type ReadAnswer } from '../server/methods/read-answers.ts'
import { signalOf } from '../server/calls.ts'
import { RpcError } from '../server/rpc-error.ts'
import { rewrite } from '../testing/answers.ts'
import { numbersIn, someEvents } from '../testing/events.ts'
import { startProxy } from '../testing/proxy.ts'
import { storeOn, testClient, testStore } from '../testing/store.ts'
import { followLog, openLog } from '../testing/log.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

test('a follower gets old and new events in order, once, without system events', async (t) => {
  const store = await testStore(t)
  const log = openLog(t, store.url)
  await log.append('a', someEvents(1200), 'none')
  await testClient(t, store.url).setStreamMetadata('a', { maxAge: 1000 })
  const follower = followLog(t, log)
  await follower.until(() => follower.caughtUp() === 1)
  await log.append('b', someEvents(3, 1200), 'none')
  await follower.count(1203)
  t.same(numbersIn(follower.events), upTo(1203))
  t.equal(follower.caughtUp(), 1)
})

test('batches are handled one at a time, within the maximum size', async (t) => {
  const log = openLog(t, (await testStore(t)).url)
  await log.append('a', someEvents(500), 'none')
  const sizes: number[] = []
  let at = 0
  const follower = followLog(t, log, null, {
    batchSize: 40,
    handle: async (batch) => {
      if (at++ !== sizes.length) throw new Error('two at once')
      await sleep(1)
      sizes.push(batch.length)
    },
  })
  await follower.until(() => sizes.reduce((sum, size) => sum + size, 0) === 500)
  t.ok(sizes.every((size) => size <= 40))
})

test('following resumes after the last handled event, also from an exact position', async (t) => {
  const log = openLog(t, (await testStore(t)).url)
  await log.append('a', someEvents(10), 'none')
  const [, , third] = await log.readAll(null, 3)
  const follower = followLog(t, log, third!.position)
  await follower.count(7)
  t.same(numbersIn(follower.events), upTo(10).slice(3))
  const last = followLog(t, log, await log.last())
  await last.until(() => last.caughtUp() === 1)
  t.equal(last.events.length, 0)
})

test('a failing handler ends the follower with its error', async (t) => {
  const log = openLog(t, (await testStore(t)).url)
  await log.append('a', someEvents(3), 'none')
  const handle = async () => {
    throw new Error('cannot apply this')
  }
  const follower = followLog(t, log, null, { handle })
  await t.rejects(follower.ended, { message: 'cannot apply this' })
})

test('aborting only waits for the current batch', async (t) => {
  const log = openLog(t, (await testStore(t)).url)
  await log.append('a', someEvents(3), 'none')
  let handled = 0
  const follower = followLog(t, log, null, {
    batchSize: 1,
    handle: async () => {
      await sleep(100)
      handled++
    },
  })
  await sleep(150)
  follower.stop.abort()
  await follower.ended
  t.ok(handled < 3, 'it does not wait for the rest')
  const then = handled
  await sleep(150)
  t.equal(handled, then)
})

test('a follower survives a server restart, while a plain subscription ends', async (t) => {
  const store = await testStore(t)
  const troubles: unknown[] = []
  const log = openLog(t, store.url, { onTrouble: (error) => troubles.push(error) })
  await log.append('a', someEvents(5), 'none')
  const plain = testClient(t, store.url).subscribeToAll({ fromPosition: START })
  let plainEvents = 0
  plain.on('data', () => plainEvents++).on('error', () => undefined)
  const follower = followLog(t, log)
  await follower.until(() => follower.caughtUp() === 1 && plainEvents === 6)
  await store.stop()
  await sleep(300)
  await storeOn(t, store.databaseUrl, store.port)
  await log.append('a', someEvents(5, 5), 4n)
  await follower.count(10)
  t.same(numbersIn(follower.events), upTo(10))
  await follower.until(() => follower.caughtUp() === 2)
  t.ok(troubles.length > 0)
  t.equal(plainEvents, 6, 'the five from before, and one of the store itself')
})

test('a log that is shorter after a restart ends the follower with an error', async (t) => {
  const store = await testStore(t)
  const log = openLog(t, store.url, { heartbeatMs: 100 })
  await log.append('a', someEvents(5), 'none')
  const follower = followLog(t, log)
  await follower.count(5)
  await store.stop()
  const database = new Client(store.databaseUrl)
  await database.connect()
  await database.query(`delete from events where stream = 'a' and revision > 2`)
  await database.end()
  await storeOn(t, store.databaseUrl, store.port)
  await t.rejects(follower.ended, { name: 'LogCut' })
})

const ends: Readonly<Record<string, () => Promise<void>>> = {
  'an error': async () => {
    throw new RpcError(status.UNKNOWN, 'Consumer too slow to handle event while live.')
  },
  'a plain end': async () => undefined,
}

for (const [what, end] of Object.entries(ends))
  test(`${what} while following loses and repeats no event`, async (t) => {
    const store = await testStore(t)
    const log = openLog(t, store.url)
    await log.append('a', someEvents(900), 'none')
    let times = 0
    store.misbehave('Read', async (call, proper) => {
      let sent = 0
      if (times++ >= 3) return proper(call)
      const enough = Promise.withResolvers<void>()
      const limited = rewrite(call, (write, answer) => {
        if (++sent <= 250) write(answer)
        else enough.resolve()
      })
      await Promise.race([proper(limited), enough.promise])
      await end()
    })
    const follower = followLog(t, log, null, { batchSize: 100 })
    await follower.count(900)
    await follower.until(() => follower.caughtUp() === 1)
    t.same(numbersIn(follower.events), upTo(900))
  })

test('a silent subscription to a live server is replaced', async (t) => {
  const store = await testStore(t)
  const log = openLog(t, store.url, { heartbeatMs: 100 })
  await log.append('a', someEvents(3), 'none')
  let silent = 0
  store.misbehave('Read', async (call, proper) => {
    if (!call.request.getOptions()!.hasSubscription() || silent++ >= 2) return proper(call)
    call.write(confirmation(randomUUID()))
    await once(signalOf(call), 'abort')
  })
  const follower = followLog(t, log)
  await follower.count(3)
  // On a slow machine a working subscription may be replaced too.
  t.ok(silent >= 3)
})

test('the end is noticed even if the server never reports it', async (t) => {
  const store = await testStore(t)
  const log = openLog(t, store.url, { heartbeatMs: 100 })
  await log.append('a', someEvents(3), 'none')
  store.misbehave('Read', (call, proper) =>
    proper(
      rewrite(call, (write, answer) => {
        if (Buffer.isBuffer(answer) || !answer.hasCaughtUp()) write(answer)
      }),
    ),
  )
  const follower = followLog(t, log)
  await follower.until(() => follower.caughtUp() === 1)
  t.equal(follower.events.length, 3)
})

test('events that are sent twice are handled once', async (t) => {
  const store = await testStore(t)
  const log = openLog(t, store.url)
  await log.append('a', someEvents(300), 'none')
  store.misbehave('Read', (call, proper) => {
    let earlier: Buffer | null = null
    return proper(
      rewrite(call, (write, answer) => {
        write(answer)
        if (earlier) write(earlier)
        if (Buffer.isBuffer(answer)) earlier = answer
      }),
    )
  })
  const follower = followLog(t, log)
  await follower.until(() => follower.caughtUp() === 1)
  t.same(numbersIn(follower.events), upTo(300))
})

test('a network that breaks again and again only delays a follower', async (t) => {
  const store = await testStore(t)
  const proxy = await startProxy(t, store.port)
  const log = openLog(t, store.url)
  const follower = followLog(t, openLog(t, `esdb://127.0.0.1:${proxy.port}?tls=false`))
  for (let round = 0; round < 20; round++) {
    const expected = round === 0 ? ('none' as const) : BigInt(round * 50 - 1)
    await log.append('a', someEvents(50, round * 50), expected)
    if (round % 4 === 3) proxy.reset()
    await sleep(10)
  }
  await follower.count(1000)
  t.same(numbersIn(follower.events), upTo(1000))
})

test('a slow follower causes backpressure instead of buffering all events', async (t) => {
  const store = await testStore(t)
  const log = openLog(t, store.url)
  for (let at = 0; at < 20; at++) await log.append(`s${at}`, someEvents(500, at * 500), 'none')
  let sent = 0
  store.misbehave('Read', (call, proper) => {
    const write = call.write.bind(call)
    return proper(
      Object.assign(call, {
        write: (answer: ReadAnswer) => {
          if (Buffer.isBuffer(answer)) sent += answer.length
          return write(answer)
        },
      }),
    )
  })
  let sentByThen = 0
  const follower = followLog(t, log, null, {
    batchSize: 100,
    handle: async (batch) => {
      await sleep(10)
      follower.events.push(...batch)
      if (follower.events.length === 3000) sentByThen = sent
    },
  })
  await follower.count(10_000)
  t.same(numbersIn(follower.events), upTo(10_000))
  t.ok(sentByThen < sent * 0.7, `${sentByThen} of ${sent} bytes when 3,000 of 10,000 were handled`)
})

test('a hundred followers do not block appends and reads, which use their own connections', async (t) => {
  const store = await testStore(t)
  const log = openLog(t, store.url)
  const followers = Array.from({ length: 100 }, () => followLog(t, log))
  while (store.open('Read') < 100) await sleep(10)
  t.match(await log.append('a', someEvents(1), 'none'), { appended: true })
  t.equal((await log.read('a')).length, 1)
  await Promise.all(followers.map((follower) => follower.count(1)))
})
