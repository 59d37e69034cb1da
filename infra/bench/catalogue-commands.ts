import { randomUUID } from 'node:crypto'
import { aSensor, inFlight, upTo } from './catalogue-events.ts'
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

/** A raw append of the event that the command writes, to a stream of its own. */
const append = async ({ log }: BenchSystem): Promise<unknown> =>
  log.append(`raw-${randomUUID()}`, [aSensor(1, body)], 'none')

const perSecond = async (count: number, work: () => Promise<unknown>) => {
  const began = performance.now()
  await inFlight(upTo(count), 64, work)
  return count / ((performance.now() - began) / 1_000)
}

const eachTakes = async (count: number, work: () => Promise<unknown>) => {
  const times: number[] = []
  for (let i = 0; i < count; i++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return times
}

/** Commands through HTTP against raw appends to the same store. */
export const measureCommands = async (system: BenchSystem): Promise<void> => {
  const command = () => create(system)
  const raw = () => append(system)
  await perSecond(1_000, command)
  await perSecond(1_000, raw)
  const many: { command: number[]; raw: number[] } = { command: [], raw: [] }
  const single: { command: number[]; raw: number[] } = { command: [], raw: [] }
  for (let round = 0; round < 5; round++) {
    many.raw.push(await perSecond(2_000, raw))
    many.command.push(await perSecond(2_000, command))
    single.raw.push(...(await eachTakes(100, raw)))
    single.command.push(...(await eachTakes(100, command)))
  }
  const [commands, appends] = [median(many.command), median(many.raw)]
  const [one, oneRaw] = [median(single.command), median(single.raw)]
  console.log('\n| writing | commands over HTTP | raw appends | ratio |')
  console.log('|---|---|---|---|')
  console.log(
    `| 64 at a time, per second | ${shown(commands)} | ${shown(appends)} | ${(commands / appends).toFixed(2)} |`,
  )
  console.log(
    `| one at a time, p50 | ${shown(one)} ms | ${shown(oneRaw)} ms | ${(one / oneRaw).toFixed(2)} |`,
  )
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
