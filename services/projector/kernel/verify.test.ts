import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import { test } from 'tap'
import { testDatabase } from '#kernel/testing/database.ts'
import { seedOf } from '../testing/random.ts'
import { createReadSide } from '../projections.ts'
import { fixedLog, recordedAlike } from '../testing/fixed-log.ts'
import { randomEvents } from '../testing/random-events.ts'
import { applyBatch, loadMemory } from './apply.ts'
import { openPool, readSchema } from './pool.ts'
import { fillAhead, refill } from './prepare-schema.ts'
import { createTables } from './schema.ts'
import { verifyTables, type Comparison } from './verify.ts'

type Test = Parameters<typeof testDatabase>[0]
type Lines = AsyncIterator<string>

const unequal = (compared: readonly Comparison[]) =>
  compared.filter(({ isEqual }) => !isEqual).map(({ table }) => table)

const story = 400
/** A quarter of it is told in each run that is killed, so that none comes to its end. */
const longStory = 400
const seed = seedOf()

/** Projects a story in batches of this size, each delivered twice, by whatever way they overlap. */
const projected = async (t: Test, batchSize: number) => {
  const url = await testDatabase(t)
  const pool = await openPool(url, { size: 2, timeouts: false })
  t.teardown(() => pool.end())
  const { projections } = createReadSide()
  const events = recordedAlike(randomEvents(seed, story))
  let checkpoint = { ...(await createTables(pool, readSchema, projections)), filled: true }
  await loadMemory({ pool, projections })
  for (let from = 0; from < events.length; from += batchSize) {
    const window = events.slice(Math.max(0, from - batchSize), from + batchSize)
    checkpoint = await applyBatch({ pool, projections }, checkpoint, window)
  }
  return { url, pool, events, checkpoint }
}

test('tables that grew by any batches equal those filled anew, row by row', async (t) => {
  t.comment(`SEED=${seed}`)
  for (const batchSize of [1, 17, 500]) {
    const { url, pool, events } = await projected(t, batchSize)
    const compared = await verifyTables(url, createReadSide().projections, {
      log: fixedLog(events),
    })
    t.same(unequal(compared), [], `in batches of ${batchSize}`)
    const rows = compared.reduce((sum, { used }) => sum + used.rows, 0)
    t.ok(compared.length >= 12 && rows > story / 2, `${compared.length} tables, ${rows} rows`)
    const schemas = await pool.any(
      sql.unsafe`select nspname from pg_namespace where nspname like 'read%'`,
    )
    t.same(schemas, [{ nspname: 'read' }], 'and nothing is left behind')
  }
})

test('a refill that is cut off again and again, in reading and after it, ends with the tables of one that is not', async (t) => {
  const url = await testDatabase(t)
  const whole = fixedLog(recordedAlike(randomEvents(seed, story)))
  const log = {
    ...whole,
    readAll: (...[after]: [bigint | null, number]) => whole.readAll(after, 90),
  }
  /** Each attempt comes a little further than the one before it. */
  const attempt = (steps: number): Promise<void> => {
    const stop = new AbortController()
    let left = steps
    const progress = () => {
      if (--left === 0) stop.abort()
    }
    return refill(url, createReadSide().projections, { log, signal: stop.signal, progress })
  }
  let isCutOff = true
  let steps = 0
  while (isCutOff) {
    steps++
    isCutOff = await attempt(steps).then(
      () => false,
      (error: Error) => error.name === 'AbortError' || Promise.reject(error),
    )
  }
  t.ok(steps > 5, `in ${steps} attempts`)
  const compared = await verifyTables(url, createReadSide().projections, { log: whole })
  t.same(unequal(compared), [])
})

test('tables that were filled ahead equal others after what is said later', async (t) => {
  const url = await testDatabase(t)
  const events = recordedAlike(randomEvents(seed, story))
  const { projections } = createReadSide()
  const log = fixedLog(events)
  const inBatches: typeof log = { ...log, readAll: (after) => log.readAll(after, 20) }
  await fillAhead(url, projections, { log: fixedLog(events.slice(0, story / 2)) })
  await refill(url, projections, { log: inBatches })
  const compared = await verifyTables(url, projections, { log })
  t.same(unequal(compared), [])
})

test('a row that was changed, added or lost behind our back is found', async (t) => {
  const { url, pool, events } = await projected(t, 500)
  const check = async () =>
    unequal(await verifyTables(url, createReadSide().projections, { log: fixedLog(events) }))
  await pool.query(sql.unsafe`
    update price_history set cost_price = cost_price + 0.0001
    where position = (select max(position) from price_history where cost_price is not null)`)
  t.same(await check(), ['price_history'])
  await pool.query(
    sql.unsafe`delete from price where entity_id = (select max(entity_id) from price)`,
  )
  await pool.query(sql.unsafe`update suppliers set answer = replace(answer, 'AS', 'ASA')`)
  t.same((await check()).toSorted(), ['price', 'price_history', 'suppliers'])
})

test('killed again and again, a projector ends with the tables of an undisturbed one', async (t) => {
  const url = await testDatabase(t)
  const pool = await openPool(url, { size: 1, timeouts: false })
  // Empty tables of today's make: the story is followed in small batches, not filled in.
  await createTables(pool, readSchema, createReadSide().projections)
  await pool.query(sql.unsafe`update checkpoint set filled = true`)
  await pool.end()
  const program = join(import.meta.dirname, '..', 'testing', 'start-projector.ts')
  const run = async (
    most: number,
    watch: (child: ChildProcess, lines: Lines) => Promise<unknown>,
  ) => {
    const args = [program, url, String(seed), String(longStory), String(most)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(child, 'exit')
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    t.equal((await lines.next()).value, 'started')
    await watch(child, lines)
    await ended
  }
  for (let kills = 0; kills < 3; kills++)
    await run(longStory / 4, async (child) => {
      await delay(30 + Math.random() * 150)
      child.kill('SIGKILL')
    })
  await run(longStory, async (_, lines) => t.match((await lines.next()).value, /^done/))
  const events = recordedAlike(randomEvents(seed, longStory))
  const compared = await verifyTables(url, createReadSide().projections, { log: fixedLog(events) })
  t.same(unequal(compared), [])
})
