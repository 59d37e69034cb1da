import { sql } from 'slonik'
import { test } from 'tap'
import { StoreUnavailable } from '#contracts/event-log.ts'
import { memoryLog, type MemoryLog } from '#contracts/testing/memory-log.ts'
import { testDatabase } from '#kernel/testing/database.ts'
import { counts, say, words } from '../testing/random-text.ts'
import { readCheckpoint } from './checkpoint.ts'
import { openPool } from './pool.ts'
import { refill } from './prepare-schema.ts'
import type { Projection } from './projection.ts'
import { startProjector } from './run.ts'
import { until, untilHealth } from '../testing/until.ts'

type Test = { readonly teardown: (end: () => Promise<void>) => unknown }

const silent = () => undefined

const started = async (t: Test, url: string, log: MemoryLog, projection: Projection) => {
  const projector = await startProjector({ url, log, projections: [projection], report: silent })
  t.teardown(() => projector.stop())
  return projector
}

test('a projector fills missing tables from the log, follows it, and tells who waits', async (t) => {
  const url = await testDatabase(t)
  const log = memoryLog()
  await say(log, 'a', 'b')
  const { projection, inMemory } = words()
  const projector = await started(t, url, log, projection)
  await untilHealth(projector)
  t.equal(inMemory(), 2)

  const position = await say(log, 'b')
  t.equal(await projector.reached(position, 60_000), true)
  const pool = await openPool(url)
  t.teardown(() => pool.end())
  t.same(await pool.any(counts), [
    { word: 'a', times: 1 },
    { word: 'b', times: 2 },
  ])
  t.equal(await projector.reached(position + 1n, 20), false, 'and not for ever')
})

test('tables that were dropped, emptied or of another make are filled anew', async (t) => {
  const url = await testDatabase(t)
  const pool = await openPool(url)
  t.teardown(() => pool.end())
  const log = memoryLog()
  await say(log, 'a', 'b')
  const run = async (from: MemoryLog, revision = 1) => {
    const { projection } = words(revision)
    const projector = await startProjector({
      url,
      log: from,
      projections: [projection],
      report: silent,
    })
    await untilHealth(projector)
    await projector.stop()
    return [
      (await pool.any(counts)).map(({ word }) => word),
      (await readCheckpoint(pool))!,
    ] as const
  }
  const [, first] = await run(log)
  const [, second] = await run(log)
  t.equal(second.generation, first.generation, 'nothing is filled when nothing changed')

  for (const damage of [
    sql.unsafe`drop table read.word`,
    sql.unsafe`truncate read.word`,
    sql.unsafe`drop schema read cascade`,
  ]) {
    await pool.query(damage)
    t.same((await run(log))[0], ['a', 'b'], damage.sql)
  }
  const [, changed] = await run(log, 2)
  t.not(changed.version, first.version)
})

test('tables that were read from another log, or from more of it, are kept until a rebuild', async (t) => {
  const url = await testDatabase(t)
  const pool = await openPool(url)
  t.teardown(() => pool.end())
  const log = memoryLog()
  await say(log, 'a', 'b')
  const before = await started(t, url, log, words().projection)
  await untilHealth(before)
  await before.stop()

  const emptied = memoryLog()
  const longer = memoryLog()
  await say(longer, 'c', 'd', 'e')
  const refused: readonly (readonly [MemoryLog, number, RegExp])[] = [
    [emptied, 1, /når til plass 200 .*loggen er tom\. .*2 word.*npm run rebuild/],
    [longer, 1, /loggen har 3 hendelser, den første er .*den siste er på plass 300\./],
    [memoryLog(), 2, /loggen er tom/],
  ]
  for (const [other, revision, text] of refused) {
    const projector = await started(t, url, other, words(revision).projection)
    await until(() => text.test(projector.health() ?? ''))
    t.notOk(projector.isReading())
    t.equal(await projector.reached(await say(other, 'f'), 300), false)
    await projector.stop()
    t.same(
      (await pool.any(counts)).map(({ word }) => word),
      ['a', 'b'],
      'the tables are kept',
    )
  }

  const projector = await started(t, url, longer, words().projection)
  await until(() => projector.health()?.includes('npm run rebuild'))
  await refill(url, [words().projection], { log: longer })
  await untilHealth(projector)
  t.same(
    (await pool.any(counts)).map(({ word }) => word),
    ['c', 'd', 'e', 'f'],
  )
})

test('of two projectors one writes, and the other takes over when it is gone', async (t) => {
  const url = await testDatabase(t)
  const log = memoryLog()
  await say(log, 'a')
  const one = words()
  const two = words()
  const first = await startProjector({ url, log, projections: [one.projection], report: silent })
  await untilHealth(first)
  const second = await started(t, url, log, two.projection)
  await until(() => second.health()?.startsWith('En annen projektor'))
  await first.reached(await say(log, 'b'), 60_000)
  await first.stop()
  await untilHealth(second)
  const position = await say(log, 'c')
  t.equal(await second.reached(position, 60_000), true)
  t.equal(two.inMemory(), 3, 'it loaded what the first had written')
})

test('tables rebuilt beside a running projector take their place, and it goes on with them', async (t) => {
  const url = await testDatabase(t)
  const log = memoryLog()
  await say(log, 'a', 'b')
  const running = words()
  const projector = await started(t, url, log, running.projection)
  await untilHealth(projector)
  const pool = await openPool(url)
  t.teardown(() => pool.end())
  const before = (await readCheckpoint(pool))!
  await pool.query(sql.unsafe`update word set times = 99`)

  await refill(url, [words().projection], { log })
  t.not((await readCheckpoint(pool))!.generation, before.generation)
  t.equal(await projector.reached(await say(log, 'b'), 60_000), true)
  t.same(await pool.any(counts), [
    { word: 'a', times: 1 },
    { word: 'b', times: 2 },
  ])
  t.equal(running.inMemory(), 3)
})

test('tables whose rebuild began yesterday get the prices of today, without an event', async (t) => {
  const url = await testDatabase(t)
  const log = memoryLog()
  await say(log, 'a')
  const projector = await started(t, url, log, words().projection)
  await untilHealth(projector)
  const pool = await openPool(url)
  t.teardown(() => pool.end())
  const today = (await readCheckpoint(pool))!.day
  await refill(url, [words().projection], { log, day: '2020-01-01' })
  await until(async () => (await readCheckpoint(pool))!.day === today)
})

test('an event that cannot be applied turns health red with its id, and what was read so far stays', async (t) => {
  const url = await testDatabase(t)
  const log = memoryLog()
  const projector = await started(t, url, log, words().projection)
  await untilHealth(projector)
  await say(log, 'a', 'gift', 'b')
  await until(() => projector.health() !== null)
  t.match(projector.health(), log.events[1]!.id)
  t.equal(projector.position(), log.events[0]!.position)
})

test('sessions that the server ends are opened again, and nothing is lost', async (t) => {
  const url = await testDatabase(t)
  const log = memoryLog()
  const projector = await started(t, url, log, words().projection)
  await untilHealth(projector)
  const pool = await openPool(url)
  t.teardown(() => pool.end())
  for (let round = 0; round < 5; round++) {
    await pool.query(sql.unsafe`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    const position = await say(log, 'a', 'b')
    t.equal(await projector.reached(position, 60_000), true)
  }
  t.same(await pool.any(counts), [
    { word: 'a', times: 5 },
    { word: 'b', times: 5 },
  ])
})

test('what keeps it from the event store is what health says', async (t) => {
  const url = await testDatabase(t)
  const log = memoryLog()
  const wrong = 'Hendelseslageret godtar ikke brukernavnet og passordet i EVENTSTORE_URL.'
  let away: string | null = wrong
  let lost = (_problem: string): void => undefined
  const projector = await startProjector({
    url,
    projections: [words().projection],
    report: silent,
    log: {
      last: () => log.last(),
      readAll: async (after, limit) => {
        if (away) throw new StoreUnavailable('16 UNAUTHENTICATED', { problem: away })
        return log.readAll(after, limit)
      },
      follow: (after, follower) => {
        if (follower.lost) ({ lost } = follower as { lost: typeof lost })
        return log.follow(after, follower)
      },
    },
  })
  t.teardown(() => projector.stop())
  await until(() => projector.health() === wrong)
  away = null
  await untilHealth(projector)
  lost(wrong)
  await until(() => projector.health() === wrong)
  await say(log, 'a')
  await untilHealth(projector)
})
