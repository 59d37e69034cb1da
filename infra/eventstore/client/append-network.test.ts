import { setTimeout as sleep } from 'node:timers/promises'
import { test, type Test } from 'tap'
import { freePort } from '#infra/postgres/free-port.ts'
import { longDeadline, timed, urlOf } from '../testing/append-ways.ts'
import { someEvents } from '../testing/events.ts'
import { openLog } from '../testing/log.ts'
import { startProxy } from '../testing/proxy.ts'
import { testStore } from '../testing/store.ts'

/** Repeated if the machine was too busy to refuse the connection in time. */
const reason = async (t: Test, url: string): Promise<unknown> => {
  for (let attempt = 1; ; attempt++) {
    const log = openLog(t, url, { deadlineMs: 500 })
    const { error } = await timed(() => log.append('a', someEvents(1), 'none'))
    if (error?.name !== 'OutcomeUnknown' || attempt === 20) return error
  }
}

test('without a server nothing is written, and the error says so', async (t) => {
  const port = await freePort()
  t.match(await reason(t, urlOf(port)), { name: 'StoreUnavailable' })
  const cluster = `esdb://127.0.0.1:${port},127.0.0.1:${port}?tls=false&maxDiscoverAttempts=1`
  t.match(await reason(t, cluster), { name: 'StoreUnavailable' }, 'that cannot be discovered')
})

test('the deadline also limits the search for a leader', async (t) => {
  const proxy = await startProxy(t, (await testStore(t)).port)
  proxy.swallowNew(true)
  const hosts = `127.0.0.1:${proxy.port},127.0.0.1:${proxy.port}`
  const cluster = `esdb://${hosts}?tls=false&gossipTimeout=6&maxDiscoverAttempts=1`
  const { error, ms } = await timed(() =>
    openLog(t, cluster, { deadlineMs: 600 }).append('a', someEvents(1), 'none'),
  )
  t.match(error, { name: 'StoreUnavailable' })
  t.ok(ms < 60_000, `${ms} ms`)
})

test('an append succeeds when the server starts within the deadline', async (t) => {
  const port = await freePort()
  const log = openLog(t, urlOf(port))
  const appending = log.append('a', someEvents(1), 'none')
  await sleep(200)
  await testStore(t, port)
  t.match(await appending, { appended: true })
})

test('after a timeout the retry uses a new connection', async (t) => {
  const store = await testStore(t)
  const proxy = await startProxy(t, store.port)
  const log = openLog(t, urlOf(proxy.port), { deadlineMs: 6000 })
  await log.append('a', someEvents(1), 'none')
  proxy.swallow()
  t.match(await log.append('a', someEvents(1), 0n), { appended: true, revision: 1n })
})

test('a network that breaks again and again causes retries, but loses no event', async (t) => {
  const store = await testStore(t)
  const proxy = await startProxy(t, store.port)
  const log = openLog(t, urlOf(proxy.port), longDeadline)
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
