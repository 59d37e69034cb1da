import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { NewEvent } from '#contracts/event-log.ts'
import { defaultPrice } from '#contracts/pricing.ts'
import { officialAppend } from '#infra/eventstore/bench/measures.ts'
import { cpuSince } from './cpu.ts'
import { queries, queriesDuring } from './import-queries.ts'
import { importSystem } from './import-system.ts'
import { machine } from './machine.ts'
import { median, percentile, shown } from './measuring.ts'
import { watchMemory } from './memory.ts'

const { values } = parseArgs({
  options: {
    /** Of one import; a million is what one file may have. */
    rows: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
    /** Rows of the import beside which others ask lists; 0 leaves that out. */
    beside: { type: 'string', default: '60000' },
    /** Rows of the dry run; 0 leaves it out. */
    dry: { type: 'string', default: '100000' },
  },
})
const rows = Number(values.rows)
const rounds = Number(values.rounds)
const beside = Number(values.beside)
const dry = Number(values.dry)

const system = await importSystem()
const memory = watchMemory()
/** Milliseconds until all that follows the log has seen its end. */
const settling = 1_000
const say = (text: string) => console.log(text)
const sayMemory = (when: string) =>
  say(
    `memory at most, ${when}: ${[...memory.most()].map(([name, megabytes]) => `${name} ${shown(megabytes)} MB`).join(', ')}`,
  )

let sensors = 0
const price = { ...defaultPrice, costPrice: '12.5', priceFactor: '1.4' }
type Append = (stream: string, events: readonly NewEvent[]) => Promise<unknown>
const rawWays = new Map<string, Append>([
  ['our adapter', (stream, events) => system.log.append(stream, events, 'none')],
  [
    'the client alone',
    (stream, events) => officialAppend(system.official, stream, events, 'BatchAppend'),
  ],
])

/** Appends as an import makes them, a record and its price, to new streams, 64 in flight. */
const rawAppends = async (count: number, append: Append): Promise<number> => {
  let left = count
  const start = performance.now()
  const worker = async () => {
    while (left-- > 0) {
      const id = ++sensors
      const description = `Induktiv giver M12 × ${id}, skjermet`
      const metadata = { commandId: randomUUID(), user: 'benk', at: new Date().toISOString(), v: 1 }
      const item = { entity: 'sensortypes', id }
      const facts = [
        { type: 'ItemRegistered', data: { ...item, values: { description, tags: [] } } },
        { type: 'ItemPriced', data: { ...item, price, previous: null } },
      ]
      const events = facts.map((fact) => ({ id: randomUUID(), metadata, ...fact }))
      await append(`sensortype-${id}`, events)
    }
  }
  await Promise.all(Array.from({ length: 64 }, worker))
  return (count * 1_000) / (performance.now() - start)
}

let components = 0
/** From the upload until the list has the last row. */
const imported = async (count: number): Promise<number> => {
  const start = performance.now()
  const { answer } = await system.imported(components + 1, count)
  if (answer?.summary.created !== count) throw new Error(answer?.message)
  components += count
  await system.visible(components)
  return (count * 1_000) / (performance.now() - start)
}

const seconds = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1_000
}

/** Says what processor time one of so many took of each part, the projector's tail with it. */
const sayCpu = async <T>(what: string, count: number, work: () => Promise<T>): Promise<T> => {
  const used = cpuSince()
  const came = await work()
  await delay(settling)
  const each = [...used()].map(([name, ms]) => [name, Math.round((ms * 1_000) / count)] as const)
  const sum = each.reduce((total, [, one]) => total + one, 0)
  const told = each.filter(([, one]) => one > 0).map(([name, one]) => `${name} ${one}`)
  say(`  processor time of ${what}, µs: ${told.join(', ')}, sum ${sum}`)
  return came
}

const throughput = async () => {
  const made: number[] = []
  const raw = new Map([...rawWays.keys()].map((way) => [way, [] as number[]]))
  const appends = Math.min(rows, 50_000)
  for (let round = 0; round < rounds; round++) {
    for (const [way, append] of rawWays) {
      const what = `a raw append by ${way}`
      raw.get(way)!.push(await sayCpu(what, appends, () => rawAppends(appends, append)))
    }
    made.push(await sayCpu('a row', rows, () => imported(rows)))
    const rates = [...raw].map(([way, each]) => `${way} ${shown(each.at(-1)!)}/s`)
    say(
      `import to visible ${shown(made.at(-1)!)} rows/s, raw appends: ${rates.join(', ')} (${machine()})`,
    )
  }
  for (const [way, each] of raw)
    say(
      `medians: ${shown(median(made))} rows/s, raw appends by ${way} ${shown(median(each))}/s, ratio ${(median(made) / median(each)).toFixed(2)}`,
    )
  sayMemory(`imports of ${rows} rows`)
}

const dryRuns = async () => {
  const known = Math.min(dry, components)
  const kinds = [
    { rows: 'new rows', from: components + 1, count: dry, price: '12,50' },
    { rows: 'rows that exist, unchanged', from: 1, count: known, price: '12,50' },
    { rows: 'rows with a new price', from: 1, count: known, price: '13,50' },
  ].map((kind) => ({ ...kind, took: [] as number[] }))
  for (let round = 0; round < rounds; round++)
    for (const { rows, from, count, price, took } of kinds) {
      took.push(await seconds(() => system.imported(from, count, { dryRun: 'true' }, price)))
      say(`  dry run of ${count} ${rows}: ${shown(took.at(-1)!)} s (${machine()})`)
    }
  for (const { rows, count, took } of kinds)
    say(`dry run of ${count} ${rows}: ${shown(median(took))} s`)
  say(
    `the same file again: ${shown(known / (await seconds(() => system.imported(1, known))))} rows/s`,
  )
  sayMemory('dry runs')
}

/** Asked before each import; after it come so many that idle and beside are asked as often. */
const before = 500

/** Idle, then beside an import, then idle again: the machine's own moods, and longer tables, befall both. */
const others = async () => {
  const [idle, busy]: [number[], number[]] = [[], []]
  const p99 = (times: readonly number[]) => percentile(times, 0.99)
  await queries(system, before)
  for (let round = 0; round < rounds; round++) {
    const calm = await queries(system, before)
    const during = await queriesDuring(system, imported(beside))
    calm.push(...(await queries(system, Math.max(before, during.length - before))))
    say(
      `  list queries, p99: idle ${shown(p99(calm))} ms, beside ${shown(p99(during))} ms (${machine()})`,
    )
    idle.push(...calm)
    busy.push(...during)
  }
  say(
    `list queries: idle p50 ${shown(median(idle))} p99 ${shown(p99(idle))} ms (${idle.length}), beside an import p50 ${shown(median(busy))} p99 ${shown(p99(busy))} ms (${busy.length}), p99 ratio ${(p99(busy) / p99(idle)).toFixed(2)}`,
  )
  sayMemory('imports with queries beside')
}

try {
  say(`${machine()}, ${rows} rows an import`)
  await throughput()
  if (beside > 0) await others()
  if (dry > 0) await dryRuns()
} finally {
  memory.stop()
  await system.stop()
}
