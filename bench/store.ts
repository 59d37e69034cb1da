import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { EventStoreDBClient, START } from '@eventstore/db-client'
import { component } from '#contracts/catalogue/index.ts'
import { median } from '#bench/statistics.ts'
import { startEmbedded } from './embedded-store.ts'
import { aPart, asEventData } from './events.ts'
import { more, perSecond, formatted, type Benchmark, type Row } from './frame.ts'

const seconds = 2
const toRead = 50_000
const rounds = 3

const appends =
  (workers: number, perAppend: number) =>
  async (client: EventStoreDBClient): Promise<number> => {
    const streams = Array.from({ length: workers }, () => `bench-${randomUUID()}`)
    let n = 0
    return perSecond(workers, seconds, async (worker) => {
      const events = Array.from({ length: perAppend }, () => asEventData(aPart(component, n++)[0]!))
      await client.appendToStream(streams[worker]!, events)
      return perAppend
    })
  }

const fill = async (client: EventStoreDBClient): Promise<void> => {
  for (let filled = 0; filled < toRead; filled += 500) {
    const events = Array.from({ length: 500 }, (_, n) => asEventData(aPart(component, n)[0]!))
    await client.appendToStream(`fill-${randomUUID()}`, events)
  }
}

const reads = async (client: EventStoreDBClient): Promise<number> => {
  const read = client.readAll({ fromPosition: START, maxCount: toRead })
  const start = performance.now()
  let events = 0
  for await (const _ of read as unknown as Readable) events++
  return (events * 1000) / (performance.now() - start)
}

const follows = async (client: EventStoreDBClient): Promise<number> => {
  const subscription = client.subscribeToAll({ fromPosition: START })
  const start = performance.now()
  let events = 0
  for await (const _ of subscription as unknown as Readable) if (++events === toRead) break
  await subscription.unsubscribe()
  return (events * 1000) / (performance.now() - start)
}

const measures = [
  { what: 'appends, one at a time', run: appends(1, 1), floor: 0.6 },
  { what: 'appends, 64 in flight', run: appends(64, 1), floor: 0.6 },
  { what: 'events, 100 an append, 8 in flight', run: appends(8, 100), floor: 0.6 },
  { what: 'events read of $all', run: reads, floor: 0.35 },
  { what: 'events of a catch-up subscription', run: follows, floor: 0.35 },
]

/** Compares with the store in EVENTSTORE_URL, if set, in turns. Both use the official client. */
export const store: Benchmark = async () => {
  const data = mkdtempSync(join(tmpdir(), 'stykkliste-bench-'))
  const embedded = await startEmbedded(data)
  const reference = process.env['EVENTSTORE_URL']
  const clients = [embedded.url, ...(reference ? [reference] : [])].map((url) =>
    EventStoreDBClient.connectionString(url),
  )
  for (const client of clients) await fill(client)
  const rows: Row[] = []
  for (const { what, run, floor } of measures) {
    const rates = clients.map((): number[] => [])
    for (let round = 0; round < rounds; round++)
      for (const [n, client] of clients.entries()) rates[n]!.push(await run(client))
    const [ours, theirs] = rates.map(median)
    rows.push(
      theirs === undefined
        ? { what: `embedded store: ${what}`, ours: `${formatted(ours!)} a second` }
        : more(`embedded store / real: ${what}`, 'a second', [ours!, theirs], floor),
    )
  }
  for (const client of clients) await client.dispose()
  await embedded.stop()
  rmSync(data, { recursive: true, force: true })
  return rows
}
