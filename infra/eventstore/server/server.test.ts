import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, constants } from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { jsonEvent, NO_STREAM, START, streamNameFilter } from '@eventstore/db-client'
import { Client } from 'pg'
import { test } from 'tap'
import { startEventStore } from './start.ts'
import { framed } from '../testing/framing.ts'
import { sharedMessages, streamMessages } from '../protocol/messages.ts'
import { anEvent, someEvents } from '../testing/events.ts'
import { openLog } from '../testing/log.ts'
import { storeOn, testClient, testStore } from '../testing/store.ts'
import { verifyStore } from '../verify.ts'

const credentials = { username: 'none', password: 'none' }
const query = async (url: string, text: string, values: unknown[] = []): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(text, values)
  await client.end()
}

test('acknowledged events survive a restart, and retries are recognised', async (t) => {
  const first = await testStore(t)
  const events = someEvents(3)
  const answer = await openLog(t, first.url).append('a', events, 'none')
  await first.stop()
  const second = await storeOn(t, first.databaseUrl)
  const log = openLog(t, second.url)
  t.same(await log.append('a', events, 'none'), answer)
  const byAny = await testClient(t, second.url).appendToStream(
    'a',
    events.map(({ id }) => jsonEvent({ id, type: 'T', data: {} })),
  )
  t.equal(byAny.nextExpectedRevision, 2n)
  t.equal((await log.read('a')).length, 3)
})

test('it stops even if a client leaves a call open', async (t) => {
  const store = await testStore(t)
  const session = connect(`http://127.0.0.1:${store.port}`)
  session.on('error', () => undefined)
  await once(session, 'remoteSettings')
  // A request whose body never arrives.
  session
    .request({
      ':method': 'POST',
      ':path': '/event_store.client.streams.Streams/Read',
      'content-type': 'application/grpc',
    })
    .on('error', () => undefined)
  await promisify(session.ping.bind(session))()
  const closed = new Promise((resolve) => session.on('close', resolve))
  await Promise.all([store.stop(), closed])
  t.ok(session.destroyed)
})

test('a second store on the same data is refused, and the message names the first', async (t) => {
  const { databaseUrl } = await testStore(t)
  await t.rejects(startEventStore({ databaseUrl, durable: false }), {
    name: 'WriterExists',
    message: new RegExp(`bruker allerede databasen .*prosess ${process.pid}`),
  })
})

test('it only listens on loopback, and only runs on a durable Postgres', async (t) => {
  const { databaseUrl } = await testStore(t)
  await t.rejects(startEventStore({ databaseUrl, host: '0.0.0.0' }), { message: /bare lytte på/ })
  const url = new URL(databaseUrl)
  url.pathname = '/postgres'
  await t.rejects(startEventStore({ databaseUrl: url.href }), { message: /uten .*fsync/ })
})

test('a truncated append is not taken for a shorter one', async (t) => {
  const store = await testStore(t)
  const { AppendReq } = streamMessages
  const name = new sharedMessages.StreamIdentifier().setStreamName(Buffer.from('a'))
  const options = new AppendReq.Options()
    .setStreamIdentifier(name)
    .setNoStream(new sharedMessages.Empty())
  const event = new AppendReq.ProposedMessage()
    .setId(new sharedMessages.UUID().setString(randomUUID()))
    .setData(Buffer.from('{}'))
  event.getMetadataMap().set('type', 'T').set('content-type', 'application/json')
  const messages = [
    new AppendReq().setOptions(options),
    new AppendReq().setProposedMessage(event),
  ].map((message) => framed(message.serializeBinary()))

  const session = connect(`http://127.0.0.1:${store.port}`)
  const call = session.request({
    ':method': 'POST',
    ':path': '/event_store.client.streams.Streams/Append',
    'content-type': 'application/grpc',
    'grpc-timeout': '60m',
  })
  call.on('error', () => undefined)
  for (const message of messages) call.write(message)
  await sleep(50)
  call.close(constants.NGHTTP2_CANCEL)
  await sleep(100)
  session.destroy()
  t.equal(await openLog(t, store.url).last(), null)
})

test('a message larger than allowed ends the call, and only that', async (t) => {
  const client = testClient(t, (await testStore(t)).url)
  const huge = jsonEvent({ type: 'T', data: 'x'.repeat(18 * 1024 * 1024) })
  const options = { credentials, deadline: 60_000 }
  await t.rejects(client.appendToStream('a', huge, options), { code: 8 })
  t.ok((await client.appendToStream('a', jsonEvent({ type: 'T', data: {} }))).success)
})

test('one bad event fails alone, not the group it would be written with', async (t) => {
  const client = testClient(t, (await testStore(t)).url)
  const bad = [
    jsonEvent({ type: 'with\0nul', data: {} }),
    { ...jsonEvent({ type: 'T', data: {} }), id: 'not-a-uuid' },
  ]
  const appends = Array.from({ length: 40 }, (_, at) =>
    client.appendToStream(`s-${at}`, bad[at % 10] ?? jsonEvent({ type: 'T', data: {} }), {
      credentials,
    }),
  )
  const results = await Promise.allSettled(appends)
  t.equal(results.filter(({ status }) => status === 'rejected').length, 8)
  await t.rejects(client.appendToStream('s\0', jsonEvent({ type: 'T', data: {} }), { credentials }))
})

test('of two clients that create a stream at once, one succeeds', async (t) => {
  const client = testClient(t, (await testStore(t)).url)
  for (let round = 0; round < 50; round++) {
    const create = () =>
      client.appendToStream(`race-${round}`, jsonEvent({ type: 'T', data: {} }), {
        expectedRevision: NO_STREAM,
      })
    const results = await Promise.allSettled([create(), create(), create()])
    t.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  }
})

test('while Postgres is down, appends wait or fail; afterwards reads work and nothing is lost', async (t) => {
  const store = await testStore(t)
  const log = openLog(t, store.url)
  await log.append('a', someEvents(1), 'none')
  const database = new URL(store.databaseUrl).pathname.slice(1)
  const server = new URL(store.databaseUrl)
  server.pathname = '/postgres'
  for (let round = 0; round < 5; round++) {
    const appending = log.append('a', [anEvent(round)], BigInt(round))
    await query(
      server.href,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [database],
    )
    t.match(await appending, { appended: true, revision: BigInt(round + 1) })
  }
  t.equal((await log.read('a')).length, 6)
  t.same((await verifyStore(store.databaseUrl)).damages, [])
})

test('an append that is still queued at its deadline is not done', async (t) => {
  const store = await testStore(t)
  const client = testClient(t, store.url)
  await client.appendToStream('a', jsonEvent({ type: 'T', data: {} }))
  const blocker = new Client({ connectionString: store.databaseUrl })
  await blocker.connect()
  await blocker.query('begin; lock table events in exclusive mode')
  const append = (stream: string, deadline: number) =>
    client.appendToStream(stream, jsonEvent({ type: 'T', data: {} }), { deadline })
  const inFlight = append('a', 60_000)
  const blocked = 'select from pg_locks where pg_backend_pid() = any(pg_blocking_pids(pid))'
  while ((await blocker.query(blocked)).rows.length === 0) await sleep(10)
  const queued = append('b', 300).catch((error: Error) => error.constructor.name)
  await sleep(600)
  await blocker.query('commit')
  await blocker.end()
  await inFlight
  t.equal(await queued, 'DeadlineExceededError')
  t.same(await openLog(t, store.url).read('b'), [])
})

test('a filtered subscription gets checkpoints for events that do not pass', async (t) => {
  const store = await testStore(t)
  const client = testClient(t, store.url)
  const log = openLog(t, store.url)
  await log.append('other', someEvents(200), 'none')
  const checkpoints: bigint[] = []
  const subscription = client.subscribeToAll({
    fromPosition: START,
    filter: streamNameFilter({
      prefixes: ['mine'],
      maxSearchWindow: 10,
      checkpointInterval: 2,
      checkpointReached: async (_, { commit }) => void checkpoints.push(commit),
    }),
  })
  subscription.on('error', () => undefined).on('data', () => undefined)
  await new Promise((resolve) => subscription.once('caughtUp', resolve))
  await subscription.unsubscribe()
  t.equal(checkpoints.length, 10)
  // One of the 201 records is the store's own.
  t.equal(checkpoints.at(-1), (await log.readAll(null, 199)).at(-1)!.position)
})
