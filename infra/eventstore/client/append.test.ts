import { jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { test } from 'tap'
import type { NewEvent } from '#contracts/event-log.ts'
import { timed } from '../testing/append-ways.ts'
import { anEvent, someEvents } from '../testing/events.ts'
import { openLog } from '../testing/log.ts'
import { testClient, testStore } from '../testing/store.ts'
import { hardened } from './connection-string.ts'

test('an append returns its revision, or the actual one on a conflict', async (t) => {
  const log = openLog(t, (await testStore(t)).url)
  t.match(await log.append('a', someEvents(2), 'none'), { appended: true, revision: 1n })
  t.same(await log.append('a', someEvents(1), 'none'), { appended: false, actual: 1n })
  t.same(await log.append('b', someEvents(1), 4n), { appended: false, actual: 'none' })
})

test('a repeated append is written once', async (t) => {
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

test('invalid events are refused before the client or the server can fail on them', async (t) => {
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
  const plain = testClient(t, query)
  const events = someEvents(41).map(({ id }) => jsonEvent({ id, type: 'T', data: {} }))
  await plain.appendToStream('a', events)
  const result = await plain.appendToStream('a', jsonEvent({ type: 'T', data: {} }), {
    expectedRevision: NO_STREAM,
  })
  t.equal(result.nextExpectedRevision, 1n, 'the client alone takes 40 for 1')
  t.same(await openLog(t, query).append('a', someEvents(1), 'none'), {
    appended: false,
    actual: 40n,
  })
})

test('the gossip timeout is one second, unless the connection string sets another', async (t) => {
  t.match(hardened('esdb://a:1,b:1', 5000), /[?&]gossipTimeout=1(&|$)/)
  t.match(hardened('esdb://a:1?gossipTimeout=7', 5000), /\?gossipTimeout=7&keepAlive/)
})

test('kurrentdb:// and credentials in the connection string work', async (t) => {
  const { port } = await testStore(t)
  const log = openLog(t, `kurrentdb://admin:changeit@127.0.0.1:${port}/?tls=false`)
  t.match(await log.append('a', someEvents(1), 'none'), { appended: true })
})
