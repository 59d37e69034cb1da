import { randomUUID } from 'node:crypto'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { moveCheckpoint, readCheckpoint } from '#projector/kernel/checkpoint.ts'
import { touched } from '#projector/kernel/projection.ts'
import { bomCatalogue, kindOfPart, sizes } from './bom-catalogue.ts'
import { openBench } from './bom-tables.ts'
import { shown } from './measuring.ts'

/** Everything that happened in a catalogue, decoded, as the store's client gives it. */
export function* history(name: string): Generator<RecordedEvent> {
  const { size, subs, leaves } = bomCatalogue(sizes.find((one) => one.name === name)!)
  let position = 0n
  const id = randomUUID()
  const event = (stream: string, type: string, data: unknown): RecordedEvent => ({
    id,
    stream,
    type,
    data,
    revision: 0n,
    position: ++position,
    metadata: { commandId: id, user: 'kari', at: '2026-01-01T00:00:00.000Z', v: 1 },
    writtenAt: '2026-01-01T00:00:00.000Z',
  })
  const link = { notes: null, sortOrder: 0 }
  for (let part = 1; part <= size.parts; part++)
    yield event(`part-${part}`, 'ItemRegistered', {
      entity: `${kindOfPart(part)}types`,
      id: part,
      values: { description: `Sekskantskrue M8x${part}`, supplierArticlenumber: `A-${part}` },
    })
  for (let assembly = 1; assembly <= size.assemblies; assembly++)
    yield event(`assembly-${assembly}`, 'ItemRegistered', {
      entity: 'assemblytypes',
      id: assembly,
      values: { name: `Sammenstilling ${assembly}`, description: '' },
    })
  for (const { from, to, quantity } of subs)
    yield event('bom-structure', 'SubassemblyLinked', {
      parentId: from,
      childId: to,
      quantity,
      ...link,
    })
  for (const { from, to, quantity } of leaves)
    yield event(`assembly-${from}`, 'PartLinked', {
      assemblyId: from,
      part: kindOfPart(to),
      partId: to,
      quantity,
      ...link,
    })
}

const batchSize = 2_000

/** From empty tables to a ready closure, links and attributes written; run in a process of its own. */
export const replay = async (server: string, name: string): Promise<string[][]> => {
  const bench = await openBench(server, `bench_replay_${name.toLowerCase()}`)
  const { pool, bom } = bench
  const start = performance.now()
  let count = 0
  let batch: RecordedEvent[] = []
  const apply = async () => {
    const events = batch
    batch = []
    await pool.transaction(async (tx) => {
      const from = (await readCheckpoint(tx))!
      const { position } = events.at(-1)!
      await moveCheckpoint(tx, from, { position, logStart: 'x' })
      await bom.apply(tx, { events, position, filling: true, touched: touched() })
    })
  }
  for (const event of history(name)) {
    count++
    if (batch.push(event) === batchSize) await apply()
  }
  if (batch.length > 0) await apply()
  await pool.transaction((tx) => bom.filled!(tx))
  const seconds = (performance.now() - start) / 1_000
  const before = performance.now()
  await pool.transaction((tx) => bom.load!(tx))
  const load = performance.now() - before
  await pool.end()
  await bench.client.end()
  return [
    [`replay of ${count.toLocaleString('en')} events, events/s`, shown(count / seconds), '', ''],
    ['  greatest memory of the process, MB', shown(process.resourceUsage().maxRSS / 1_024), '', ''],
    ['  model loaded from the link tables, ms', shown(load), '', ''],
  ]
}
