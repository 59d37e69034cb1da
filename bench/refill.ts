import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { EventStoreDBClient, START } from '@eventstore/db-client'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { startPostgres } from '#infra/postgres/start.ts'
import { parts } from '#infra/supervisor/services.ts'
import { bomCatalogue, sizes } from './bom-catalogue.ts'
import { startEmbedded } from './embedded-store.ts'
import { asEventData, history } from './events.ts'
import { less, formatted, timed, type Benchmark } from './frame.ts'
import type { Refilled } from './refill-tables.ts'

const inFlight = 64
const perAppend = 500
/** In milliseconds. Long, since only the throughput matters here. */
const deadline = 300_000

/** A catalogue of about this many events. */
const catalogueOf = (events: number) => {
  const large = sizes.at(-1)!
  const eventsOfLarge = 2 * large.parts + large.assemblies + large.subLinks + large.partLinks
  const share = (count: number) => Math.ceil((count * events) / eventsOfLarge)
  const { assemblies, parts, subLinks, partLinks } = large
  const catalogue = bomCatalogue({
    name: 'refill',
    assemblies: share(assemblies),
    parts: share(parts),
    subLinks: share(subLinks),
    partLinks: share(partLinks),
    depth: large.depth,
  })
  return { ...catalogue, leaves: catalogue.leaves.toSorted((a, b) => a.from - b.from) }
}

/** Groups neighbouring events of one stream into appends; takes only the types that start with `stage`. */
function* appendsOf(
  events: Iterable<RecordedEvent>,
  stage: string,
): Generator<readonly RecordedEvent[]> {
  let append: RecordedEvent[] = []
  for (const event of events) {
    if (!event.type.startsWith(stage)) continue
    const [first] = append
    if (first && (first.stream !== event.stream || append.length === perAppend)) {
      yield append
      append = []
    }
    append.push(event)
  }
  if (append.length > 0) yield append
}

/** Records are written before the links to them, because parallel appends overtake each other. */
const stages = ['Item', 'Subassembly', 'Part']

const fill = async (client: EventStoreDBClient, size: number): Promise<number> => {
  const catalogue = catalogueOf(size)
  let events = 0
  for (const stage of stages) {
    const appends = appendsOf(history(catalogue), stage)
    const append = async () => {
      for (const [first, ...more] of appends) {
        const data = [first!, ...more].map(({ id, type, data, metadata }) =>
          asEventData({ id, type, data, metadata }),
        )
        await client.appendToStream(first!.stream, data, { deadline })
        events += data.length
      }
    }
    await Promise.all(Array.from({ length: inFlight }, append))
  }
  return events
}

const readAll = (client: EventStoreDBClient): Promise<number> =>
  timed(async () => {
    const events = client.readAll({ fromPosition: START }) as unknown as Readable
    for await (const _ of events);
  })

const refillTables = async (...args: readonly string[]): Promise<Refilled> => {
  const file = join(import.meta.dirname, 'refill-tables.ts')
  const child = fork(file, args, { execArgv: parts.projector.heap.split(' ') })
  const ended = once(child, 'exit')
  const [refilled] = await Promise.race([once(child, 'message'), ended.then(() => [null])])
  await ended
  if (refilled === null) throw new Error('The tables were not filled')
  return refilled as Refilled
}

/** Builds all tables and the audit tree from a log, compared with a client that only reads the log. */
export const refill: Benchmark = async ([size = '100000']) => {
  const folder = mkdtempSync(join(tmpdir(), 'stykkliste-bench-'))
  const embedded = await startEmbedded(join(folder, 'store'))
  const server = await startPostgres({ dataDir: join(folder, 'tables') })
  const client = EventStoreDBClient.connectionString(embedded.url)
  const events = await fill(client, Number(size))
  const before = await readAll(client)
  const ours = await refillTables(embedded.url, server.url('postgres'), String(events))
  const reference = Math.min(before, await readAll(client))
  await client.dispose()
  await embedded.stop()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  const seconds = (ms: number) => [ms / 1000, reference / 1000] as const
  return [
    { what: 'events', ours: events.toLocaleString('en') },
    less(
      'all tables and the tree / the client reads and does nothing',
      's',
      seconds(ours.all),
      0.5,
    ),
    less('the tables of them', 's', seconds(ours.tables)),
    less('first page of the journal / 200 ms', 'ms', [ours.journal, 200], 1),
    { what: 'memory of the process', ours: `${formatted(ours.megabytes)} MB` },
  ]
}
