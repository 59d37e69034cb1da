import { Client } from 'pg'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { applyBatch, loadMemory } from '#projector/kernel/apply.ts'
import { openPool } from '#projector/kernel/pool.ts'
import { refill } from '#projector/kernel/prepare.ts'
import { createTables } from '#projector/kernel/schema.ts'
import { readSide } from '#projector/projections.ts'
import type { BenchSystem } from './catalogue-system.ts'
import { median, shown } from './measuring.ts'

const schema = 'read_bench'

/** Applies events that are in memory already, so many to a transaction. */
const applied = async (url: string, events: readonly RecordedEvent[], size: number) => {
  const pool = await openPool(url, { schema, size: 2, patient: true })
  const { projections } = readSide(url)
  let checkpoint = await createTables(pool, schema, projections)
  await loadMemory({ pool, projections })
  const began = performance.now()
  for (let from = 0; from < events.length; from += size)
    checkpoint = await applyBatch(
      { pool, projections },
      checkpoint,
      events.slice(from, from + size),
    )
  const seconds = (performance.now() - began) / 1_000
  await pool.end()
  return events.length / seconds
}

/** The floor: the finished rows of the same events, copied as text by the server itself. */
const copied = async (url: string, count: number) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(
    'set search_path to read_bench; create temp table t (like componenttypes including all)',
  )
  const began = performance.now()
  await client.query('insert into t select * from componenttypes')
  const seconds = (performance.now() - began) / 1_000
  await client.end()
  return count / seconds
}

export const measureProjection = async ({ log, database }: BenchSystem): Promise<void> => {
  const events = await log.readAll(null, 20_050)
  const rates = new Map<string, number[]>()
  const note = (name: string, rate: number) => rates.set(name, [...(rates.get(name) ?? []), rate])
  await applied(database, events.slice(0, 4_000), 500)
  for (let round = 0; round < 3; round++) {
    for (const size of [500, 1_000, 2_000])
      note(`in batches of ${size}`, await applied(database, events, size))
    note('the finished rows, copied inside Postgres', await copied(database, events.length))
    const began = performance.now()
    await refill(database, readSide(database).projections, { log })
    const all = (await log.readAll(null, 1_000_000)).length
    note(
      'read from the store, filled and swapped in (rebuild)',
      all / ((performance.now() - began) / 1_000),
    )
  }
  note('one event to a batch', await applied(database, events.slice(0, 1_500), 1))
  console.log('\n| projection | events/s |')
  console.log('|---|---|')
  for (const [name, rate] of rates) console.log(`| ${name} | ${shown(median(rate))} |`)
}
