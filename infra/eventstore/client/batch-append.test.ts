import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { rewrite } from '../testing/answers.ts'
import { someEvents } from '../testing/events.ts'
import { openLog } from '../testing/log.ts'
import { startProxy } from '../testing/proxy.ts'
import { testStore } from '../testing/store.ts'

const streams = (count: number) => Array.from({ length: count }, (_, at) => `s${at}`)

test('appends share one call', async (t) => {
  const store = await testStore(t)
  const log = openLog(t, store.url, { deadlineMs: 60_000 })
  const answers = await Promise.all(
    streams(200).map((stream) => log.append(stream, someEvents(2), 'none')),
  )
  t.ok(answers.every((answer) => answer.appended && answer.revision === 1n))
  t.equal(store.calls('BatchAppend'), 1)
  t.equal(store.calls('Append'), 0)
})

test('repeated and late answers do no harm', async (t) => {
  const store = await testStore(t)
  store.misbehave('BatchAppend', (call, proper) =>
    proper(
      rewrite(call, (write, answer) => {
        write(answer)
        write(answer)
        setTimeout(() => write(answer), 100)
      }),
    ),
  )
  const log = openLog(t, store.url)
  for (const stream of streams(5))
    t.match(await log.append(stream, someEvents(1), 'none'), { appended: true })
  await sleep(200)
  t.match(await log.append('s0', someEvents(1), 0n), { appended: true, revision: 1n })
  t.equal(store.calls('Append'), 0)
})

test('an append without an answer does not delay the others, and a retry finds it written', async (t) => {
  const store = await testStore(t)
  let answers = 0
  store.misbehave('BatchAppend', (call, proper) =>
    proper(rewrite(call, (write, answer) => void (++answers > 1 && write(answer)))),
  )
  const log = openLog(t, store.url, { deadlineMs: 16_000 })
  const silent = log.append('silent', someEvents(2), 'none')
  const others = await Promise.all(
    streams(20).map(async (stream) => {
      await sleep(300)
      return log.append(stream, someEvents(1), 'none')
    }),
  )
  t.ok(others.every(({ appended }) => appended))
  t.match(await silent, { appended: true, revision: 1n })
  t.equal((await log.read('silent')).length, 2)
  t.equal(store.calls('Append'), 1, 'only the silent one was retried')
})

test('pending appends are still answered when another append gives up their call', async (t) => {
  const store = await testStore(t)
  let answers = 0
  store.misbehave('BatchAppend', (call, proper) =>
    proper(
      rewrite(call, (write, answer) => {
        if (++answers > 1) setTimeout(() => write(answer), 2000)
      }),
    ),
  )
  const log = openLog(t, store.url, { deadlineMs: 8000 })
  const silent = log.append('silent', someEvents(1), 'none')
  // The first append times out after 4.8 s, while the second is waiting.
  await sleep(3800)
  const slow = log.append('slow', someEvents(1), 'none')
  t.match(await silent, { appended: true })
  t.match(await slow, { appended: true })
  t.equal(store.calls('Append'), 1, 'the slow one was not retried')
})

test('no append waits forever when the server ends the call normally', async (t) => {
  const store = await testStore(t)
  store.misbehave('BatchAppend', async () => {
    await sleep(50)
  })
  // A long deadline: an append that is never answered would still be waiting.
  const log = openLog(t, store.url, { deadlineMs: 300_000 })
  const appends = streams(10).map((stream) => log.append(stream, someEvents(1), 'none'))
  const answers = await Promise.race([Promise.all(appends), sleep(60_000, null, { ref: false })])
  t.ok(answers?.every(({ appended }) => appended))
  store.misbehave('BatchAppend', null)
  await log.append('s0', someEvents(1), 0n)
  t.equal(store.calls('Append'), 10, 'the next append uses a new call')
})

test('appends that were pending when the network broke are written once', async (t) => {
  const store = await testStore(t)
  const proxy = await startProxy(t, store.port)
  store.misbehave('BatchAppend', (call, proper) =>
    proper(
      rewrite(call, (write, answer) => {
        setTimeout(() => write(answer), Math.random() * 100)
      }),
    ),
  )
  const log = openLog(t, `esdb://127.0.0.1:${proxy.port}?tls=false`)
  const appends = streams(60).map((stream) => log.append(stream, someEvents(2), 'none'))
  await sleep(50)
  proxy.reset()
  t.ok((await Promise.all(appends)).every(({ appended }) => appended))
  for (const stream of streams(60)) t.equal((await log.read(stream)).length, 2)
})

test('closing waits for pending appends', async (t) => {
  const store = await testStore(t)
  const log = openLog(t, store.url)
  const appends = streams(10).map((stream) => log.append(stream, someEvents(1), 'none'))
  await log.close()
  t.ok((await Promise.all(appends)).every(({ appended }) => appended))
  await t.rejects(log.append('late', someEvents(1), 'none'), { name: 'StoreUnavailable' })
})
