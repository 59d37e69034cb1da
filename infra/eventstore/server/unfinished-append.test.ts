import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import { credentials, status, type ServiceError } from '@grpc/grpc-js'
import { test, type Test } from 'tap'
import { googleEmpty, sharedMessages, streamMessages } from '../protocol/messages.ts'
import { openLog } from '../testing/log.ts'
import { testStore } from '../testing/store.ts'

const { AppendReq, BatchAppendReq } = streamMessages
const uuid = (id: string = randomUUID()) => new sharedMessages.UUID().setString(id)
const stream = () => new sharedMessages.StreamIdentifier().setStreamName(Buffer.from('a'))
const large = Buffer.alloc(1024 * 1024 + 1)

const storeAndClient = async (t: Test) => {
  const store = await testStore(t)
  const client = new streams.StreamsClient(`127.0.0.1:${store.port}`, credentials.createInsecure())
  t.teardown(async () => client.close())
  return { store, client, log: openLog(t, store.url) }
}

test('a plain append is refused as soon as it is too large, even if it never ends', async (t) => {
  const { client, log } = await storeAndClient(t)
  const event = new AppendReq.ProposedMessage().setId(uuid()).setData(large)
  event.getMetadataMap().set('type', 'T').set('content-type', 'application/json')
  const options = new AppendReq.Options()
    .setStreamIdentifier(stream())
    .setAny(new sharedMessages.Empty())
  const refusal = await new Promise<ServiceError | null>((resolve) => {
    const call = client.append(resolve)
    call.write(new AppendReq().setOptions(options))
    call.write(new AppendReq().setProposedMessage(event))
  })
  t.equal(refusal?.code, status.INVALID_ARGUMENT)
  t.same(refusal?.metadata.get('exception'), ['maximum-append-size-exceeded'])
  t.same(await log.read('a'), [])
})

test('when the store stops, an open plain append is refused by name', async (t) => {
  const { store, client } = await storeAndClient(t)
  const refusal = new Promise<ServiceError | null>((resolve) => {
    client.append(resolve).write(new AppendReq())
  })
  while (store.open('Append') === 0) await sleep(10)
  await store.stop()
  t.match(await refusal, { code: status.UNAVAILABLE, details: 'The server is stopping' })
})

const batch = (id: string, data: Uint8Array, isFinal: boolean) => {
  const event = new BatchAppendReq.ProposedMessage().setId(uuid()).setData(data)
  event.getMetadataMap().set('type', 'T').set('content-type', 'application/json')
  const request = new BatchAppendReq().setCorrelationId(uuid(id)).setIsFinal(isFinal)
  request.addProposedMessages(event)
  return request
}

const batchOptions = () =>
  new BatchAppendReq.Options().setStreamIdentifier(stream()).setAny(googleEmpty())

test('a batch append is refused as soon as it is too large, and its rest is ignored', async (t) => {
  const { client, log } = await storeAndClient(t)
  const [tooLarge, small] = [randomUUID(), randomUUID()]
  const call = client.batchAppend()
  call.on('error', () => undefined)
  const next = async (): Promise<BatchAppendResp> => (await once(call, 'data'))[0]

  call.write(batch(tooLarge, large, false).setOptions(batchOptions()))
  const refusal = await next()
  t.equal(refusal.getCorrelationId()?.getString(), tooLarge)
  t.equal(refusal.getError()?.getCode(), status.INVALID_ARGUMENT)

  call.write(batch(tooLarge, Buffer.from('{}'), true))
  call.write(batch(small, Buffer.from('{}'), true).setOptions(batchOptions()))
  const answer = await next()
  t.equal(answer.getCorrelationId()?.getString(), small)
  t.ok(answer.hasSuccess())
  t.equal((await log.read('a')).length, 1)
})
