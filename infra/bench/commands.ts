import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { measure, type Measured } from './commands-measure.ts'
import { commandSystem } from './commands-system.ts'
import { commandWorks } from './commands-works.ts'
import { median, shown } from './measuring.ts'

/** `npm run bench:commands`: commands over HTTP against raw appends of the same events to the same store. */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    clients: { type: 'string', default: '64' },
  },
})
const [seconds, rounds, clients] = [values.seconds, values.rounds, values.clients].map(Number) as [
  number,
  number,
  number,
]
/** So many of each until the compilers of all processes have done their work. */
const warmUp = 5_000

const system = await commandSystem()
const { works, close } = await commandWorks(system.url, system.port, clients)
const { pids } = system
const found = [...works].map(([name, work]) => ({
  name,
  work,
  many: [] as Measured[],
  one: [] as Measured[],
}))

for (const { work } of found) {
  // Cold processes would be overrun by all at once.
  await measure({ pids, work, inFlight: 4, seconds: 0, least: warmUp / 10 })
  await measure({ pids, work, inFlight: clients, seconds: 0, least: warmUp })
}
for (let round = 0; round < rounds; round++)
  for (const { work, many, one } of round % 2 === 0 ? found : found.toReversed()) {
    many.push(await measure({ pids, work, inFlight: clients, seconds }))
    one.push(await measure({ pids, work, inFlight: 1, seconds }))
  }

const rate = (of: readonly Measured[]) => median(of.map(({ perSecond }) => perSecond))
const wait = (of: readonly Measured[]) => median(of.map(({ p50 }) => p50))
const cpu = (of: readonly Measured[]) => {
  const parts = [0, 1, 2, 3].map((part) => median(of.map((one) => one.cpu[part]!)))
  return [...parts, parts.reduce((a, b) => a + b)].map(Math.round)
}
const commands = found[0]!

const load = loadavg()[0]?.toFixed(1)
console.log(`Medians of ${rounds} rounds of ${seconds} s each; load ${load}\n`)
console.log(
  `| | ${clients} in flight, per second | commands are | one at a time, p50 ms | commands are |`,
)
console.log('|---|---|---|---|---|')
for (const { name, many, one } of found) {
  const [more, longer] = [rate(commands.many) / rate(many), wait(commands.one) / wait(one)]
  const cells = [shown(rate(many)), more.toFixed(2), wait(one).toFixed(2), longer.toFixed(2)]
  console.log(`| ${[name, ...cells].join(' | ')} |`)
}
console.log(
  `\n| processor time of one, ${clients} in flight, µs | this process | service | store | its Postgres | sum |`,
)
console.log('|---|---|---|---|---|---|')
for (const { name, many } of found) console.log(`| ${[name, ...cpu(many)].join(' | ')} |`)

await close()
await system.stop()
