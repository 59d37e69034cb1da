import {
  BACKWARDS,
  END,
  FORWARDS,
  START,
  streamNameFilter,
  type EventStoreDBClient,
} from '@eventstore/db-client'
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import { test } from 'tap'
import { testClient, testStore } from '../testing/store.ts'
import { followAll, readAll, readStream } from './read-request.ts'

const position = { commit: 2n ** 63n + 1n, prepare: 2n ** 63n + 1n }
const filter = streamNameFilter({ regex: '^[^$]', checkpointInterval: 1000 })

const pairs: Readonly<Record<string, [ReadReq, (client: EventStoreDBClient) => object]>> = {
  'a stream from its first event': [
    readStream('strøm-1', 0n, 10),
    (client) =>
      client.readStream('strøm-1', { direction: FORWARDS, fromRevision: 0n, maxCount: 10 }),
  ],
  'the log from its start': [
    readAll('start', 1000),
    (client) => client.readAll({ direction: FORWARDS, fromPosition: START, maxCount: 1000 }),
  ],
  'the log from an event on': [
    readAll(position.commit, 1),
    (client) => client.readAll({ direction: FORWARDS, fromPosition: position, maxCount: 1 }),
  ],
  'the log from its end': [
    readAll('end', 8, true),
    (client) => client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 8 }),
  ],
  'all that comes': [
    followAll(null),
    (client) => client.subscribeToAll({ fromPosition: START, filter }),
  ],
  'all that comes after an event': [
    followAll(position.commit),
    (client) => client.subscribeToAll({ fromPosition: position, filter }),
  ],
}

test('a request is what the client would ask', async (t) => {
  const store = await testStore(t)
  const client = testClient(t, store.url)
  for (const [what, [request, ask]] of Object.entries(pairs)) {
    const asked = Promise.withResolvers<Buffer>()
    store.misbehave('Read', async (call) => asked.resolve(await call.one()))
    const stream = ask(client) as NodeJS.EventEmitter
    stream.on('error', () => undefined)
    t.same(Buffer.from(request.serializeBinary()), await asked.promise, what)
  }
})
