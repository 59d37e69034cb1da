import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import {
  EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  START,
  type Credentials,
  type JSONType,
  type ResolvedEvent,
} from '@eventstore/db-client'
import type { NewEvent } from '#contracts/event-log.ts'
import { credentialsIn } from '../client/lane.ts'
import { openEventLog } from '../client/open.ts'

export type Measure = {
  readonly name: string
  readonly unit: string
  /** Whether more is better. */
  readonly more: boolean
  readonly run: (server: Server, seconds: number) => Promise<number>
}

export type Server = {
  readonly url: string
  readonly client: EventStoreDBClient
  /** Selects the plain Append call in the client. */
  readonly credentials: Credentials
}

/** The official client as it comes, since it is the stores that are compared. */
export const connect = (url: string): Server => ({
  url,
  client: EventStoreDBClient.connectionString(url),
  credentials: credentialsIn(url),
})

/** About 190 bytes of data and 100 of metadata, as the product's own events have. */
const body = (n: number) => ({
  id: randomUUID(),
  type: 'ComponentRevised',
  data: {
    id: n,
    name: `Sylinder DSBC-32-${n}`,
    manufacturer: 'Festo',
    quantity: 12,
    note: 'Leveres med magnetstempel, justerbar demping og to følere for endestilling.',
    supplier: 'Automasjon Norge AS',
  },
  metadata: {
    commandId: '0190a3c6-6f4e-7d6a-9d8e-2b7c51a6f1aa',
    user: 'kari',
    at: '2026-01-01T12:00:00.000Z',
    v: 1,
  },
})
const event = (n: number) => jsonEvent(body(n))

/** One append as the client does it by itself, either way. */
export const officialAppend = async (
  { client, credentials }: Server,
  stream: string,
  events: readonly NewEvent[],
  way: 'BatchAppend' | 'Append',
): Promise<void> => {
  const jsonEvents = events.map(({ data, ...event }) =>
    jsonEvent({ ...event, data: data as JSONType }),
  )
  await client.appendToStream(stream, jsonEvents, {
    expectedRevision: NO_STREAM,
    ...(way === 'Append' && { credentials }),
  })
}

/** Runs `once` in `lanes` parallel loops for so long, and counts what it adds up to per second. */
const rate = async (
  lanes: number,
  seconds: number,
  once: (lane: number) => Promise<number>,
): Promise<number> => {
  const start = performance.now()
  const end = start + seconds * 1000
  let total = 0
  const loop = async (lane: number) => {
    while (performance.now() < end) {
      const done = await once(lane)
      total += done
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => loop(lane)))
  return total / ((performance.now() - start) / 1000)
}

/** Appends so many events, 500 at a time. */
export const fill = async ({ client }: Server, events: number): Promise<void> => {
  const perAppend = 500
  let left = Math.ceil(events / perAppend)
  const lane = async () => {
    while (left-- > 0) {
      const stream = `fill-${randomUUID()}`
      await client.appendToStream(
        stream,
        Array.from({ length: perAppend }, (_, n) => event(n)),
      )
    }
  }
  await Promise.all([lane(), lane(), lane(), lane()])
}

const streams = (lanes: number) =>
  Array.from({ length: lanes }, () => `bench-${randomUUID().slice(0, 8)}`)

const appends =
  (lanes: number, perAppend: number, way: 'BatchAppend' | 'Append' = 'BatchAppend') =>
  async ({ client, credentials }: Server, seconds: number): Promise<number> => {
    const names = streams(lanes)
    let n = 0
    return rate(lanes, seconds, async (lane) => {
      const events = Array.from({ length: perAppend }, () => event(n++))
      await client.appendToStream(names[lane]!, events, way === 'Append' ? { credentials } : {})
      return perAppend
    })
  }

const adapterAppends =
  (lanes: number) =>
  async ({ url }: Server, seconds: number): Promise<number> => {
    const log = openEventLog(url)
    const revisions = Array.from({ length: lanes }, (): bigint | 'none' => 'none')
    const names = streams(lanes)
    let n = 0
    const perSecond = await rate(lanes, seconds, async (lane) => {
      const answer = await log.append(names[lane]!, [body(n++)], revisions[lane]!)
      if (!answer.appended) throw new Error('An append was refused')
      revisions[lane] = answer.revision
      return 1
    })
    await log.close()
    return perSecond
  }

const readAll = async ({ client }: Server, seconds: number): Promise<number> => {
  const read = client.readAll({ fromPosition: START, maxCount: 1_000_000 })
  return counted(read as unknown as Readable, seconds, () => read.cancel())
}

const catchUp = async ({ client }: Server, seconds: number): Promise<number> => {
  const subscription = client.subscribeToAll({ fromPosition: START })
  const over = new Promise((resolve) => subscription.once('caughtUp', resolve))
  return counted(
    subscription as unknown as Readable,
    seconds,
    () => subscription.unsubscribe(),
    over,
  )
}

const counted = async (
  source: Readable,
  seconds: number,
  stop: () => Promise<void>,
  over?: Promise<unknown>,
): Promise<number> => {
  const start = performance.now()
  let events = 0
  source.on('data', () => events++)
  source.on('error', () => undefined)
  const ended = new Promise((resolve) => source.once('end', resolve))
  const late = new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  await Promise.race([late, ended, ...(over ? [over] : [])])
  const perSecond = events / ((performance.now() - start) / 1000)
  await stop()
  return perSecond
}

const follow = async ({ url }: Server, seconds: number): Promise<number> => {
  const log = openEventLog(url)
  const stop = new AbortController()
  const late = setTimeout(() => stop.abort(), seconds * 1000)
  const start = performance.now()
  let events = 0
  await log.follow(null, {
    signal: stop.signal,
    handle: async (batch) => void (events += batch.length),
    caughtUp: () => stop.abort(),
  })
  clearTimeout(late)
  await log.close()
  return events / ((performance.now() - start) / 1000)
}

const latency =
  (share: number) =>
  async ({ client, credentials }: Server, seconds: number): Promise<number> => {
    const stream = `bench-live-${randomUUID().slice(0, 8)}`
    const seen = new Map<string, (at: number) => void>()
    const subscription = client.subscribeToStream(stream, { fromRevision: START })
    subscription.on('error', () => undefined)
    subscription.on('data', ({ event: got }: ResolvedEvent) =>
      seen.get(got?.id ?? '')?.(performance.now()),
    )
    await new Promise((resolve) => subscription.once('confirmation', resolve))
    const times: number[] = []
    await rate(1, seconds, async () => {
      const sent = event(0)
      const arrived = new Promise<number>((resolve) => seen.set(sent.id, resolve))
      const from = performance.now()
      await client.appendToStream(stream, sent, { credentials })
      times.push((await arrived) - from)
      return 1
    })
    await subscription.unsubscribe()
    return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN
  }

const perSecond = (name: string, run: Measure['run'], unit = 'appends/s'): Measure => ({
  name,
  unit,
  more: true,
  run,
})

export const measures: readonly Measure[] = [
  perSecond('sequential appends', appends(1, 1)),
  perSecond('64 appends in flight', appends(64, 1)),
  perSecond('sequential appends, plain Append', appends(1, 1, 'Append')),
  perSecond('64 in flight, plain Append', appends(64, 1, 'Append')),
  perSecond("64 in flight, the project's adapter", adapterAppends(64)),
  perSecond('100-event appends, 1 in flight', appends(1, 100), 'events/s'),
  perSecond('100-event appends, 8 in flight', appends(8, 100), 'events/s'),
  perSecond('reading $all', readAll, 'events/s'),
  perSecond('catch-up subscription', catchUp, 'events/s'),
  perSecond("the project's follower", follow, 'events/s'),
  { name: 'append to live subscriber, p50', unit: 'ms', more: false, run: latency(0.5) },
  { name: 'append to live subscriber, p99', unit: 'ms', more: false, run: latency(0.99) },
]
