import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import { test } from 'tap'
import type { EventLog } from '#contracts/event-log.ts'
import { eventSkipped, skippedStream } from '#contracts/skipped-events.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { testDatabase } from '#kernel/testing/database.ts'
import { withoutSkipped } from '#kernel/skipped-events.ts'
import { counts, say, words } from '../testing/random-text.ts'
import { readCheckpoint } from './checkpoint.ts'
import { asOnlyFiller, openPool } from './pool.ts'
import { nextSchema, refill } from './prepare-schema.ts'
import type { Projection } from './projection.ts'
import { startProjector } from './run.ts'
import { until, untilHealth } from '../testing/until.ts'

type Test = { readonly teardown: (end: () => Promise<void>) => unknown }

const following = async (t: Test, log: EventLog, projection: Projection, retryAfter = 30_000) => {
  const url = await testDatabase(t)
  const projections = [projection]
  const report = () => undefined
  const projector = await startProjector({ url, log, projections, report, retryAfter })
  t.teardown(() => projector.stop())
  const pool = await openPool(url, { failed: projector.failed })
  t.teardown(() => pool.end())
  const found = async () => (await pool.any(counts)).map(({ word }) => word)
  return { url, projector, projections, pool, found }
}

for (const code of ['XX001', '58030'])
  test(`damaged tables (${code}) are no dead letter: they are made anew, and read again`, async (t) => {
    const log = memoryLog()
    await say(log, 'a')
    const { projector, pool, found } = await following(t, log, words().projection)
    await untilHealth(projector)
    // As Postgres answers where a page is not as it was written.
    await pool.query(sql.unsafe`
      create function read.damaged() returns trigger language plpgsql as
      ${sql.literalValue(`begin raise exception using errcode = '${code}'; end`)}`)
    await pool.query(sql.unsafe`
      create trigger damaged before insert on read.word execute function read.damaged()`)
    const { generation } = (await readCheckpoint(pool))!
    await say(log, 'b')
    await until(async () => (await readCheckpoint(pool))?.generation !== generation)
    await untilHealth(projector)
    t.same(await found(), ['a', 'b'])
  })

test('a query that meets the damage has them made anew too', async (t) => {
  const log = memoryLog()
  await say(log, 'a')
  const { projector, pool, found } = await following(t, log, words().projection)
  await untilHealth(projector)
  const { generation } = (await readCheckpoint(pool))!
  const query = sql.unsafe`do $$ begin raise exception using errcode = 'XX001'; end $$`
  await t.rejects(pool.query(query))
  t.match(projector.health(), /Lesetabellene er skadet/)
  await until(async () => (await readCheckpoint(pool))?.generation !== generation)
  await untilHealth(projector)
  t.same(await found(), ['a'])
})

const skip = async (log: EventLog, id: string) => {
  const metadata = { commandId: 'x', user: 'drift', at: '2026-01-01T00:00:00.000Z', v: 1 }
  const data = { id, why: 'prøve' }
  const event = { id: randomUUID(), type: eventSkipped, data, metadata }
  await log.append(skippedStream, [event], 'none')
}

test('it stops at an event with its place and what to do, and goes on once that is passed over', async (t) => {
  const log = memoryLog()
  await say(log, 'a')
  const { projector, found } = await following(t, withoutSkipped(log), words().projection, 50)
  await untilHealth(projector)
  await say(log, 'gift', 'b')
  await until(() => projector.health()?.includes('kan ikke leses inn'))
  const { id, position } = log.events[1]!
  t.match(
    projector.health(),
    `Said i projects nr. 1, plass ${position} (${id}). Kan hendelsen unnværes, gå forbi den: npm run events:skip -- ${position}`,
  )
  t.same(await found(), ['a'])
  await skip(log, id)
  await untilHealth(projector)
  t.same(await found(), ['a', 'b'])
})

test('it looks again at once when the tables have been made anew', async (t) => {
  const log = memoryLog()
  const { projection } = words()
  let isMended = false
  const mending: Projection = {
    ...projection,
    apply: async (tx, batch) => {
      if (!isMended && batch.events.length > 0) throw new Error('cannot be applied')
      await projection.apply(tx, batch)
    },
  }
  const { url, projector, projections, found } = await following(t, log, mending)
  await untilHealth(projector)
  await say(log, 'a')
  await until(() => projector.health()?.includes('kan ikke leses inn'))
  isMended = true
  await refill(url, projections, { log })
  await untilHealth(projector)
  t.same(await found(), ['a'])
})

test('of two rebuilds at once the second is refused, and what a killed one left is removed', async (t) => {
  const log = memoryLog()
  await say(log, 'a')
  const url = await testDatabase(t)
  const pool = await openPool(url)
  t.teardown(() => pool.end())
  const projections = [words().projection]
  await asOnlyFiller(pool, nextSchema, async () => {
    await t.rejects(refill(url, projections, { log }), {
      message: 'Lesetabellene lages allerede på nytt. Vent til det er ferdig.',
    })
  })
  await pool.query(sql.unsafe`create schema read_next`)
  await pool.query(sql.unsafe`create schema read_verify`)
  const projector = await startProjector({ url, log, projections, report: () => undefined })
  t.teardown(() => projector.stop())
  await untilHealth(projector)
  const left = sql.unsafe`select from pg_namespace where nspname in ('read_next', 'read_verify')`
  t.notOk(await pool.exists(left))
})
