import { inFlight, upTo } from './catalogue-events.ts'
import type { BenchSystem } from './catalogue-system.ts'
import { median, percentile, shown } from './measuring.ts'

// Not suppliers: a new one gets a key for its personal data, which is a write of its own.
const path = '/api/sensortypes'
const body = { description: 'Induktiv føler M12', type: 'Føler', supplierArticlenumber: 'ART-1' }

const create = async ({ command }: BenchSystem): Promise<bigint> => {
  const reply = await command.ask('POST', path, {}, body)
  await reply.body.dump()
  if (reply.statusCode !== 201) throw new Error(`A command was answered with ${reply.statusCode}`)
  return BigInt(String(reply.headers['x-event-position']))
}

const visible = async (system: BenchSystem): Promise<number> => {
  const position = await create(system)
  const acknowledged = performance.now()
  const { body, statusCode } = await system.projector.ask(
    'GET',
    `${path}?sort=id&order=desc&limit=1`,
    {
      'x-event-position': String(position),
    },
  )
  await body.dump()
  if (statusCode !== 200) throw new Error(`A query was answered with ${statusCode}`)
  return performance.now() - acknowledged
}

/** From the acknowledged command to a list that shows it, one at a time and under load. */
export const measureVisibility = async (system: BenchSystem): Promise<void> => {
  const idle: number[] = []
  for (let i = 0; i < 500; i++) idle.push(await visible(system))
  const busy: number[] = []
  await inFlight(upTo(4_000), 64, async (i) => {
    if (i % 8 === 0) busy.push(await visible(system))
    else await create(system)
  })
  console.log('\n| acknowledged command to visible in the list | p50 | p99 | worst |')
  console.log('|---|---|---|---|')
  for (const [name, times] of [
    ['one at a time', idle],
    ['64 clients at once', busy],
  ] as const)
    console.log(
      `| ${name} | ${shown(median(times))} ms | ${shown(percentile(times, 0.99))} ms | ${shown(Math.max(...times))} ms |`,
    )
}
