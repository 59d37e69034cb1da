import { randomUUID } from 'node:crypto'
import {
  EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  STREAM_EXISTS,
  type StreamMetadata,
} from '@eventstore/db-client'
import { test, type Test } from 'tap'
import { all } from './recorder.ts'
import { testClient, testStore } from '../store.ts'

/**
 * Not in the recorded scenario. The expected answers come from the official client's deleteStream tests and from
 * StorageWriterService in EventStoreDB 23.10.
 */
const reference = process.env['EVENTSTORE_URL']
const clientOf = async (t: Test): Promise<EventStoreDBClient> =>
  testClient(t, reference ?? (await testStore(t)).url)

const name = () => `deleted-${randomUUID()}`
const notFound = { name: 'Error', type: 'stream-not-found' }
const conflict = { name: 'Error', type: 'wrong-expected-version' }
const event = () => jsonEvent({ type: 'T', data: {} })

const metadataOf = async (client: EventStoreDBClient, stream: string) =>
  (await client.getStreamMetadata<StreamMetadata>(stream)).metadata

const revisions = async (client: EventStoreDBClient, stream: string) =>
  (await all(client.readStream(stream))).map((read) => Number(read.event?.revision))

test('a stream with only metadata can be deleted, and reappears with the next event', async (t) => {
  const client = await clientOf(t)
  for (const expectedRevision of [NO_STREAM, 'any'] as const) {
    const stream = name()
    await client.setStreamMetadata(stream, { cacheControl: 10 })
    await client.deleteStream(stream, { expectedRevision })
    await t.rejects(all(client.readStream(stream)), notFound)
    await client.appendToStream(stream, [event(), event()], { expectedRevision: NO_STREAM })
    t.same(await revisions(client, stream), [0, 1])
  }
})

test('a stream without events and metadata cannot be deleted', async (t) => {
  const client = await clientOf(t)
  for (const expectedRevision of [NO_STREAM, 'any'] as const)
    await t.rejects(client.deleteStream(name(), { expectedRevision }), conflict)
})

test('a deletion removes all metadata', async (t) => {
  const client = await clientOf(t)
  const stream = name()
  await client.appendToStream(stream, event())
  await client.setStreamMetadata(stream, { maxCount: 1, custom: 'a' })
  await client.deleteStream(stream)
  const left = await metadataOf(client, stream)
  t.same(Object.keys(left ?? {}), ['truncateBefore'])
  await client.appendToStream(stream, [event(), event()])
  t.same(await revisions(client, stream), [1, 2], 'maxCount is deleted too')
})

test('new metadata restore a deleted stream without events', async (t) => {
  const client = await clientOf(t)
  const stream = name()
  await client.appendToStream(stream, [event(), event()])
  await client.deleteStream(stream)
  await client.setStreamMetadata(stream, { maxCount: 5 })
  t.same(await metadataOf(client, stream), { maxCount: 5, truncateBefore: 2 })
  t.same(await revisions(client, stream), [])
  await client.appendToStream(stream, event(), { expectedRevision: STREAM_EXISTS })
  t.same(await revisions(client, stream), [2])
})
