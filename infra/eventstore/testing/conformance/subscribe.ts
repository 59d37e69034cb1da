import { setTimeout as sleep } from 'node:timers/promises'
import {
  END,
  eventTypeFilter,
  START,
  streamNameFilter,
  type AllStreamSubscription,
  type ResolvedEvent,
  type StreamSubscription,
} from '@eventstore/db-client'
import { all, type Recorder } from './recorder.ts'

type Watched = {
  readonly subscribe: () => StreamSubscription | AllStreamSubscription
  readonly live?: () => Promise<unknown>
  readonly until?: string
}

const maxWait = 4000
const quiet = 150

const watch = async (recorder: Recorder, { subscribe, live, until }: Watched) => {
  const seen: unknown[] = []
  const over = Promise.withResolvers<void>()
  const subscription = subscribe()
  subscription
    .on('confirmation', () => seen.push(['confirmation']))
    .on('caughtUp', () => {
      seen.push(['caughtUp'])
      live?.().catch(over.reject)
    })
    .on('data', ({ event }: ResolvedEvent) => {
      const { n } = (event?.data ?? {}) as { n?: string }
      seen.push(['event', `${event?.revision}`, n ?? ''])
      if (n !== undefined && n === until) over.resolve()
    })
    .on('error', (error: Error) => {
      seen.push(['error', recorder.error(error)])
      over.resolve()
    })
    .on('end', () => {
      seen.push(['end'])
      over.resolve()
    })
  const waited = new AbortController()
  await Promise.race([over.promise, sleep(until ? maxWait : 500, null, waited)])
  waited.abort()
  await sleep(quiet)
  await subscription.unsubscribe().catch(() => undefined)
  return seen
}

export const recordSubscriptions = async (recorder: Recorder): Promise<void> => {
  await fromRevisions(recorder)
  await deletedStreams(recorder)
  await filtered(recorder)
}

const fromRevisions = async (recorder: Recorder): Promise<void> => {
  const { client } = recorder
  for (const fromRevision of [START, END, 5n] as const) {
    const name = `sub-${fromRevision}`
    const stream = recorder.stream(name)
    await client.appendToStream(stream, recorder.events(name, 8))
    await recorder.step(`subscribe to a stream from ${fromRevision}`, () =>
      watch(recorder, {
        subscribe: () => client.subscribeToStream(stream, { fromRevision }),
        live: () => client.appendToStream(stream, recorder.event(`${name}L`)),
        until: `${stream}L`,
      }),
    )
  }
  await recorder.step('subscribe to a stream that does not exist', () =>
    watch(recorder, { subscribe: () => client.subscribeToStream(recorder.stream('sub-none')) }),
  )
}

const deletedStreams = async (recorder: Recorder): Promise<void> => {
  const { client } = recorder
  const stream = recorder.stream('sub-tomb')
  await client.appendToStream(stream, recorder.event('sub-tomb0'))
  await recorder.step('stream tombstoned during a subscription', () =>
    watch(recorder, {
      subscribe: () => client.subscribeToStream(stream),
      live: () => client.tombstoneStream(stream),
    }),
  )
  await recorder.step('subscribe to a tombstoned stream', () =>
    watch(recorder, { subscribe: () => client.subscribeToStream(stream) }),
  )
}

const filtered = async (recorder: Recorder): Promise<void> => {
  const { client } = recorder
  const stream = recorder.stream('sub-all')
  await client.appendToStream(stream, recorder.events('sub-all', 5))
  const fromPosition = (await all(client.readStream(stream)))[0]!.event!.position!
  await recorder.step('subscribe to all, filtered by stream', () =>
    watch(recorder, {
      subscribe: () =>
        client.subscribeToAll({ fromPosition, filter: streamNameFilter({ prefixes: [stream] }) }),
      live: () =>
        client.appendToStream(stream, [recorder.event('sub-allL1'), recorder.event('sub-allL2')]),
      until: `${stream}L2`,
    }),
  )
  const type = `Nope${recorder.stream('')}`
  await recorder.step('subscribe to all, filtered by type', () =>
    watch(recorder, {
      subscribe: () =>
        client.subscribeToAll({ fromPosition, filter: eventTypeFilter({ regex: `^${type}` }) }),
      live: () => client.appendToStream(stream, recorder.event('sub-allN', type)),
      until: `${stream}N`,
    }),
  )
}
