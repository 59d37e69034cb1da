import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { test, type Test as Tap } from 'tap'
import type { NewEvent } from '#contracts/event-log.ts'
import { freePort } from '#infra/postgres/free-port.ts'
import { code, Status } from '../server/status.ts'
import { dropAnswer, slowly } from '../testing/answers.ts'
import { anEvent, someEvents } from '../testing/events.ts'
import { startProxy } from '../testing/proxy.ts'
import { testClient, testStore } from '../testing/store.ts'
import { openLog } from '../testing/log.ts'

const never = () => new Promise<void>(() => undefined)
const url = (port: number) => `esdb://127.0.0.1:${port}?tls=false`

/** The two ways that an append can take. Without the first, as on old servers, all take the second. */
const ways = ['BatchAppend', 'Append'] as const
const storeFor = async (t: Tap, way: (typeof ways)[number]) => {
  const store = await testStore(t)
  if (way === 'Append') store.misbehave('BatchAppend', unimplemented)
  return store
}
const unimplemented = async () => {
  throw new Status(code.unimplemented, 'Service is unimplemented.')
}

/** For what is to succeed however slow the machine is. */
const patient = { deadlineMs: 60_000 }

const timed = async (work: () => Promise<unknown>) => {
  const from = performance.now()
  const error = await work().then(
    () => null,
    (thrown: Error) => thrown,
  )
  return { error, ms: performance.now() - from }
}

test('an append tells its revision, or the actual one if another was expected', async (t) => {
  const log = openLog(t, (await testStore(t)).url)
  t.match(await log.append('a', someEvents(2), 'none'), { appended: true, revision: 1n })
  t.same(await log.append('a', someEvents(1), 'none'), { appended: false, actual: 1n })
  t.same(await log.append('b', someEvents(1), 4n), { appended: false, actual: 'none' })
})

test('the same append again, at once or later, is written once', async (t) => {
  const log = openLog(t, (await testStore(t)).url)
  const events = someEvents(3)
  const twice = await Promise.all([
    log.append('a', events, 'none'),
    log.append('a', events, 'none'),
  ])
  await log.append('a', someEvents(1), 2n)
  t.same(twice[0], twice[1])
  t.same(await log.append('a', events, 'none'), twice[0])
  t.equal((await log.read('a')).length, 4)
})

test('a server that never answers leaves the outcome unknown in time, where the client alone waits on', async (t) => {
  const store = await testStore(t)
  store.misbehave('BatchAppend', never)
  store.misbehave('Append', never)
  const bare = testClient(t, `${store.url}&defaultDeadline=300`)
  const pending = bare.appendToStream('a', jsonEvent({ type: 'T', data: {} })).catch(() => 'ended')
  const { error, ms } = await timed(() =>
    openLog(t, store.url, { deadlineMs: 600 }).append('a', someEvents(1), 'none'),
  )
  t.match(error, { name: 'OutcomeUnknown' })
  t.ok(ms < 5_000, `${ms} ms`)
  t.equal(await Promise.race([pending, sleep(10, 'still waiting')]), 'still waiting')
})

for (const way of ways) {
  test(`${way}: what was written before the answer was lost is found by asking again`, async (t) => {
    const store = await storeFor(t, way)
    let lost = 0
    store.misbehave(way, (call, proper) => (lost++ > 0 ? proper(call) : dropAnswer(call, proper)))
    const log = openLog(t, store.url)
    t.match(await log.append('a', someEvents(2), 'none'), { appended: true, revision: 1n })
    t.equal(store.calls('BatchAppend') + store.calls('Append'), way === 'Append' ? 3 : 2)
    t.equal((await log.read('a')).length, 2)
  })

  test(`${way}: an answer that comes after the deadline harms nobody`, async (t) => {
    const store = await storeFor(t, way)
    store.misbehave('Append', slowly(400))
    if (way === 'BatchAppend') store.misbehave(way, slowly(400))
    const log = openLog(t, store.url, { deadlineMs: 200 })
    const events = someEvents(1)
    await t.rejects(log.append('a', events, 'none'), { name: 'OutcomeUnknown' })
    await sleep(500)
    store.misbehave(way, null)
    store.misbehave('Append', null)
    const again = openLog(t, store.url, patient)
    t.match(await again.append('a', events, 'none'), { appended: true, revision: 0n })
  })

  test(`${way}: one server that dies leaves appends to another alone`, async (t) => {
    const [dying, slow] = [await storeFor(t, way), await storeFor(t, way)]
    slow.misbehave(way, slowly(300))
    const [first, second] = [openLog(t, dying.url, { deadlineMs: 500 }), openLog(t, slow.url)]
    await first.append('a', someEvents(1), 'none')
    const appending = second.append('a', someEvents(1), 'none')
    const other = first.append('a', someEvents(1), 0n).catch(() => undefined)
    await dying.stop()
    t.match(await appending, { appended: true })
    t.equal(slow.calls('Append'), way === 'Append' ? 1 : 0, 'without a second try')
    await other
  })
}

test('where nobody listens, nothing was written, and it is known', async (t) => {
  const port = await freePort()
  const appending = () =>
    openLog(t, url(port), { deadlineMs: 500 }).append('a', someEvents(1), 'none')
  const { error, ms } = await timed(appending)
  t.match(error, { name: 'StoreUnavailable' })
  t.ok(ms < 5_000, `${ms} ms`)
  const cluster = `esdb://127.0.0.1:${port},127.0.0.1:${port}?tls=false&maxDiscoverAttempts=1`
  await t.rejects(
    openLog(t, cluster, { deadlineMs: 500 }).append('a', someEvents(1), 'none'),
    { name: 'StoreUnavailable' },
    'a cluster that cannot be discovered',
  )
})

test('a cluster that says nothing of its leader is waited for no longer than anything else', async (t) => {
  const proxy = await startProxy(t, (await testStore(t)).port)
  proxy.swallowNew(true)
  const hosts = `127.0.0.1:${proxy.port},127.0.0.1:${proxy.port}`
  const cluster = `esdb://${hosts}?tls=false&gossipTimeout=6&maxDiscoverAttempts=1`
  const { error, ms } = await timed(() =>
    openLog(t, cluster, { deadlineMs: 600 }).append('a', someEvents(1), 'none'),
  )
  t.match(error, { name: 'StoreUnavailable' })
  t.ok(ms < 5_000, `${ms} ms`)
})

test('a server that comes up within the deadline still gets the append', async (t) => {
  const port = await freePort()
  const log = openLog(t, url(port))
  const appending = log.append('a', someEvents(1), 'none')
  await sleep(200)
  await testStore(t, port)
  t.match(await appending, { appended: true })
})

test('on a connection that swallows everything the next try goes over a new one', async (t) => {
  const store = await testStore(t)
  const proxy = await startProxy(t, store.port)
  const log = openLog(t, url(proxy.port), { deadlineMs: 1500 })
  await log.append('a', someEvents(1), 'none')
  proxy.swallow()
  t.match(await log.append('a', someEvents(1), 0n), { appended: true, revision: 1n })
})

for (const way of ways)
  test(`${way}: answers that say busy, not leader, or nothing at all are asked again`, async (t) => {
    const store = await storeFor(t, way)
    const trailers = {
      exception: 'not-leader',
      'leader-endpoint-host': '127.0.0.1',
      'leader-endpoint-port': String(store.port),
    }
    const answers = [
      new Status(code.unknown, 'Server Is Busy'),
      new Status(code.notFound, 'Leader info available', trailers),
      null,
    ]
    store.misbehave(way, async (call, proper) => {
      const answer = answers.shift()
      if (answer === undefined) return proper(call)
      if (way === 'Append') await call.all()
      if (answer) throw answer
    })
    const log = openLog(t, store.url)
    // Of the shared call there is one try, so that each append meets one of these answers.
    const appends = way === 'Append' ? 1 : answers.length
    for (let n = 0; n < appends; n++)
      t.match(await log.append(`a${n}`, someEvents(1), 'none'), { appended: true })
    t.equal(answers.length, 0)
  })

test('bad events are refused here, before the client or the server can choke on them', async (t) => {
  const store = await testStore(t)
  const log = openLog(t, store.url)
  const cyclic: Record<string, unknown> = {}
  cyclic['self'] = cyclic
  const bad: readonly (readonly [string, Partial<NewEvent>])[] = [
    ['an empty type', { type: '' }],
    ['a system type', { type: '$metadata' }],
    ['an id that is none', { id: 'x' }],
    ['a BigInt', { data: { price: 1n } }],
    ['a circle', { data: cyclic }],
    ['nothing', { data: undefined }],
    ['more than 1 MiB', { data: 'x'.repeat(1_100_000) }],
  ]
  for (const [what, change] of bad) {
    const { error } = await timed(() => log.append('a', [{ ...anEvent(0), ...change }], 'none'))
    t.ok(error instanceof TypeError || error instanceof RangeError, what)
  }
  await t.rejects(log.append('$all', someEvents(1), 'none'), TypeError)
  await t.rejects(log.append('a', [], 'none'), TypeError)
  t.equal(store.calls('Append') + store.calls('BatchAppend'), 0)
})

test('settings that would turn a conflict into a wrong number are overridden', async (t) => {
  const { url: address } = await testStore(t)
  const query = `${address}&throwOnAppendFailure=false`
  const bare = testClient(t, query)
  const events = someEvents(41).map(({ id }) => jsonEvent({ id, type: 'T', data: {} }))
  await bare.appendToStream('a', events)
  const told = await bare.appendToStream('a', jsonEvent({ type: 'T', data: {} }), {
    expectedRevision: NO_STREAM,
  })
  t.equal(told.nextExpectedRevision, 1n, 'the client alone takes 40 for 1')
  t.same(await openLog(t, query).append('a', someEvents(1), 'none'), {
    appended: false,
    actual: 40n,
  })
})

test('many appends at a time all end, and none waits longer than its deadline', async (t) => {
  const store = await testStore(t)
  const log = openLog(t, store.url, patient)
  const answers = await Promise.all(
    Array.from({ length: 500 }, () => log.append(randomUUID(), someEvents(2), 'none')),
  )
  t.ok(answers.every(({ appended }) => appended))
  store.misbehave('Append', never)
  store.misbehave('BatchAppend', never)
  const impatient = openLog(t, store.url, { deadlineMs: 300 })
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
  t.ok(ms < 5_000, `${ms} ms`)
  t.same(
    [...new Set(names)].toSorted(),
    ['OutcomeUnknown', 'StoreUnavailable'],
    'those that were never sent say so',
  )
})

test('a network that breaks again and again costs tries, and no event', async (t) => {
  const store = await testStore(t)
  const proxy = await startProxy(t, store.port)
  const log = openLog(t, url(proxy.port), patient)
  let breaks = 0
  const breaking = setInterval(() => breaks++ < 15 && proxy.reset(), 60)
  const write = async (stream: string) => {
    for (let n = 0; n < 15; n++)
      await log.append(stream, someEvents(2), n === 0 ? 'none' : BigInt(n * 2 - 1))
  }
  const streams = Array.from({ length: 10 }, (_, at) => `s${at}`)
  await Promise.all(streams.map(write)).finally(() => clearInterval(breaking))
  for (const stream of streams) t.equal((await log.read(stream)).length, 30)
})

test('kurrentdb:// is understood, and credentials in the string', async (t) => {
  const { port } = await testStore(t)
  const log = openLog(t, `kurrentdb://admin:changeit@127.0.0.1:${port}/?tls=false`)
  t.match(await log.append('a', someEvents(1), 'none'), { appended: true })
})
