import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startSystem } from '#infra/blackbox/system.ts'
import { timesOf } from '#infra/faults/report.ts'
import { startWork } from '#infra/faults/work.ts'
import { machine } from './machine.ts'

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '10' },
    /** Milliseconds that each thinks between two requests, on the average. */
    pause: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
  },
})
const clients = Number(values.clients)
const importers = Math.ceil(clients / 20)
const writers = Math.ceil(clients / 4)
const crowd = {
  writers,
  importers,
  readers: clients - writers - importers,
  pause: Number(values.pause),
}

const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-mixed-'))
const system = await startSystem(dataDir)
try {
  const work = await startWork(system.base, crowd, Number(values.seed))
  machine()
  const from = performance.now()
  await sleep(Number(values.minutes) * 60_000)
  const load = machine()
  await work.stop()
  const took = (performance.now() - from) / 1000
  const { statuses, times, faults } = work.answers
  const total = [...statuses.values()].reduce((sum, count) => sum + count, 0)
  const failed = [...statuses].filter(
    ([status]) => status === 'lost' || Number.parseInt(status, 10) >= 500,
  )
  console.log(`${clients} clients (${JSON.stringify(crowd)}) for ${took.toFixed(0)} s, ${load}`)
  console.log(
    `${(total / took).toFixed(0)} answers/s: ${JSON.stringify(Object.fromEntries(statuses))}`,
  )
  for (const line of timesOf(times)) console.log(line)
  for (const fault of faults.slice(0, 20)) console.error(fault)
  process.exitCode = faults.length === 0 && failed.length === 0 ? 0 : 1
} finally {
  await system.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit()
