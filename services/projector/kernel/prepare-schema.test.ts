import { sql } from 'slonik'
import { test } from 'tap'
import { z } from 'zod'
import { StoreUnavailable, type EventLog } from '#contracts/event-log.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { testDatabase } from '#kernel/testing/database.ts'
import { counts, say, words } from '../testing/random-text.ts'
import { insertRows } from './sql.ts'
import { openPool } from './pool.ts'
import { fillAhead, refill } from './prepare-schema.ts'
import type { Projection, Transaction } from './projection.ts'
import { startProjector } from './run.ts'
import { untilHealth } from '../testing/until.ts'

type Test = { readonly teardown: (end: () => Promise<void>) => unknown }
type Log = Pick<EventLog, 'readAll' | 'last' | 'follow'>

const started = async (t: Test, url: string, log: Log, revision: number) => {
  const { projection } = words(revision)
  const projector = await startProjector({
    url,
    log,
    projections: [projection],
    report: () => undefined,
  })
  t.teardown(() => projector.stop())
  await untilHealth(projector)
  return projector
}

/** Where reading began, each time. */
const watch = (log: Log) => {
  const starts: (bigint | null)[] = []
  const watched: Log = {
    last: () => log.last(),
    follow: (after, follower) => log.follow(after, follower),
    readAll: (after, limit) => {
      if (limit > 1) starts.push(after)
      return log.readAll(after, limit)
    },
  }
  return { starts, watched }
}

test('a refill that was interrupted, while it read or after, goes on where it was; the tables in use answer meanwhile', async (t) => {
  const url = await testDatabase(t)
  const log = memoryLog()
  await refill(url, [words(1).projection], { log })
  const pool = await openPool(url)
  t.teardown(() => pool.end())
  const total = async () => (await pool.any(counts)).reduce((sum, { times }) => sum + times, 0)
  const spoken = Array.from({ length: 6_000 }, (_, i) => `ord ${i % 7}`)
  await say(log, ...spoken)

  let isCutOff = true
  const makeIndex = async (tx: Transaction) => {
    await tx.query(sql.unsafe`create index once on word (times)`)
    if (isCutOff) throw new StoreUnavailable('cut off')
  }
  const projection = { ...words(2).projection, filled: [makeIndex] }
  const stop = new AbortController()
  const stopped = { log, signal: stop.signal, progress: () => stop.abort() }
  await t.rejects(refill(url, [projection], stopped), { name: 'AbortError' })
  t.equal(await total(), 0)

  const { starts, watched } = watch(log)
  const shares: number[] = []
  const filling = {
    log: watched,
    progress: (done: bigint, whole: bigint) => void shares.push(Number(done) / Number(whole)),
  }
  await t.rejects(refill(url, [projection], filling), { message: 'cut off' })
  t.equal(starts[0], log.events[4_999]!.position, 'after the first batch')
  t.equal(await total(), 0)
  isCutOff = false
  await refill(url, [projection], filling)
  t.equal(await total(), spoken.length)
  t.notOk(starts.slice(1).includes(starts[0]!), 'what was read is not read again')
  t.ok(
    shares.every((share) => share >= 3 / 4 && share < 1),
    'what is made after reading is a part',
  )
})

test('what is finished when a refill is cut off is not made again, and lacks nothing of what is said later', async (t) => {
  const url = await testDatabase(t)
  const log = memoryLog()
  await say(log, 'a', 'b', 'b')
  let made = 0
  const counting: Projection = {
    name: 'counting',
    revision: 1,
    tables: [sql.unsafe`create table total (times bigint)`],
    handles: ['Said'],
    apply: async (tx, { events, filling }) => {
      if (!filling) await tx.query(sql.unsafe`update total set times = times + ${events.length}`)
    },
    filled: [
      async (tx) => {
        made++
        await tx.query(sql.unsafe`insert into total select sum(times) from word`)
      },
    ],
  }
  let isCutOff = true
  const cutOff = async () => {
    if (isCutOff) throw new StoreUnavailable('cut off')
  }
  const projections = [{ ...words().projection, filled: [cutOff] }, counting]
  await t.rejects(refill(url, projections, { log }), { message: 'cut off' })
  await say(log, 'c', 'd')
  isCutOff = false
  await refill(url, projections, { log })
  const pool = await openPool(url)
  t.teardown(() => pool.end())
  const total = sql.type(z.object({ times: z.bigint() }))`select times from total`
  t.equal(await pool.oneFirst(total), 5n)
  t.equal(made, 1)
})

test('rows of a batch that failed, or of a refill that was cut off in it, are there once', async (t) => {
  const url = await testDatabase(t)
  const log = memoryLog()
  await say(log, 'a', 'b', 'c', 'd')
  const failures = [new StoreUnavailable('cut off'), new Error('at first')]
  const hearing: Projection = {
    name: 'hearing',
    revision: 1,
    tables: [sql.unsafe`create table heard (position bigint, word text)`],
    handles: ['Said'],
    apply: async (tx, { events }) => {
      const heard = events.map(({ position, data }) => ({
        ...(data as object),
        position: `${position}`,
      }))
      await insertRows(tx, 'heard', heard)
      const failure = failures.shift()
      if (failure) throw failure
    },
  }
  await t.rejects(refill(url, [hearing], { log }), { message: 'cut off' })
  const pool = await openPool(url)
  t.teardown(() => pool.end())
  await refill(url, [hearing], { log })
  const said = sql.type(z.object({ word: z.string() }))`select word from heard order by word`
  t.same(await pool.anyFirst(said), ['a', 'b', 'c', 'd'])
  t.same(failures, [])
})

test('tables of a new release are filled while the old one runs, and taken into use by its start', async (t) => {
  const url = await testDatabase(t)
  const log = memoryLog()
  await say(log, 'a', 'b')
  const old = await started(t, url, log, 1)
  await fillAhead(url, [words(2).projection], { log })
  t.equal(old.health(), null)
  await say(log, 'b')
  await old.stop()

  const { starts, watched } = watch(log)
  await started(t, url, watched, 2)
  t.notOk(starts.includes(null), 'the log was not read from its beginning')
  const pool = await openPool(url)
  t.teardown(() => pool.end())
  t.same(await pool.any(counts), [
    { word: 'a', times: 1 },
    { word: 'b', times: 2 },
  ])
})
