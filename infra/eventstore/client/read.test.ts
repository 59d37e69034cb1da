import { setTimeout as sleep } from 'node:timers/promises'
import {
  binaryEvent,
  jsonEvent,
  START,
  type AllStreamSubscription,
  type ResolvedEvent,
} from '@eventstore/db-client'
import { test } from 'tap'
import type { Position, RecordedEvent, StoredEvent } from '#contracts/event-log.ts'
import { numbersIn, someEvents } from '../testing/events.ts'
import { openLog } from '../testing/log.ts'
import { testClient, testStore } from '../testing/store.ts'
import { decode } from './decode.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

test('130 reads leave no call open, while 100 abandoned ones block the plain client', async (t) => {
  const store = await testStore(t)
  const log = openLog(t, store.url)
  await log.append('a', someEvents(50), 'none')
  for (let round = 0; round < 130; round++) {
    const limit = (round % 7) + 1
    t.equal((await log.readAll(null, limit)).length, limit)
  }
  // The server ends the last call a little later than the client.
  while (store.open('Read') > 0) await sleep(10)

  const plain = testClient(t, store.url)
  const abandoned: AllStreamSubscription[] = []
  for (let at = 0; at < 100; at++)
    abandoned.push(plain.subscribeToAll().on('error', () => undefined))
  while (store.open('Read') < 100) await sleep(10)
  const late = plain.subscribeToAll().on('error', () => undefined)
  t.equal(
    await Promise.race([
      new Promise((resolve) => late.once('confirmation', () => resolve('there'))),
      sleep(300, 'blocked'),
    ]),
    'blocked',
  )
})

test('a read from a server that stops answering times out and is cancelled', async (t) => {
  const store = await testStore(t)
  const log = openLog(t, store.url, { idleMs: 5000 })
  await log.append('a', someEvents(1), 'none')
  store.misbehave('Read', (call) => new Promise((resolve) => call.once('cancelled', resolve)))
  await t.rejects(log.read('a'), { name: 'StoreUnavailable' })
  while (store.open('Read') > 0) await sleep(10)
  store.misbehave('Read', null)
  t.equal((await log.read('a')).length, 1)
})

test('reads return streams, pages of the whole log, and its last event without system events', async (t) => {
  const store = await testStore(t)
  const log = openLog(t, store.url)
  t.equal(await log.last(), null)
  t.same(await log.readAll(null, 10), [])
  t.same(await log.read('a'), [])
  for (let at = 0; at < 5; at++) await log.append(`s${at}`, someEvents(500, at * 500), 'none')
  const client = testClient(t, store.url)
  for (let at = 0; at < 20; at++) await client.setStreamMetadata('a', { at })
  t.equal((await log.read('s0', 498n)).length, 2)
  const read: RecordedEvent[] = []
  for (let after: Position | null = null; ; after = read.at(-1)!.position) {
    const page: readonly RecordedEvent[] = await log.readAll(after, 700)
    read.push(...page)
    if (page.length === 0) break
  }
  t.same(numbersIn(read), upTo(2500))
  t.equal(await log.last(), read.at(-1)!.position)
  t.match(read[0], {
    stream: 's0',
    revision: 0n,
    type: 'Counted',
    metadata: { commandId: 'c-1', user: 'kari', v: 1 },
    writtenAt: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
  })
})

test('events are decoded as the client itself does, whatever they contain', async (t) => {
  const store = await testStore(t)
  const log = openLog(t, store.url)
  const client = testClient(t, store.url)
  const metadata = { commandId: 'c', user: 'åse', at: '2026-01-01T00:00:00.000Z', v: 1 }
  const events = [
    jsonEvent({ type: 'Tekst', data: { text: 'Ærlig «talt» 😀', list: [1.5, null] }, metadata }),
    jsonEvent({ type: 'Bare', data: 'en tekst' }),
    jsonEvent({ type: 'Tall', data: 7 as never, metadata: [1] as never }),
    binaryEvent({ type: 'Bytes', data: Buffer.of(0, 255), metadata: Buffer.of(1) }),
  ]
  await client.appendToStream('blåbær', events)
  const theirs: unknown[] = []
  for await (const event of client.readAll({ fromPosition: START }))
    theirs.push(decode(event as ResolvedEvent))
  t.same(
    await log.readAll(null, 10),
    theirs.filter((event) => event !== null),
  )
})

test('a reader that shares pages gets the same events, and all of them', async (t) => {
  const store = await testStore(t)
  const log = openLog(t, store.url)
  for (let at = 0; at < 5; at++) await log.append(`s${at}`, someEvents(500, at * 500), 'none')
  const wanted = (await log.readStored(null, 10_000)).map(({ id }) => id)
  const readShared = async () => {
    const found: string[] = []
    for (let after: Position | null = null; ;) {
      const events: readonly StoredEvent[] = await log.secondReader.readStored(after, 1_000)
      if (events.length === 0) return found
      found.push(...events.map(({ id }) => id))
      after = events.at(-1)!.position
    }
  }
  const all = async () => {
    for (let after: Position | null = null; ;) {
      const events: readonly RecordedEvent[] = await log.readAll(after, 1_000)
      if (events.length === 0) return
      after = events.at(-1)!.position
    }
  }
  const [found] = await Promise.all([readShared(), all()])
  t.same(found, wanted)
})
