import { randomUUID } from 'node:crypto'
import { connect } from 'node:http2'
import { test } from 'tap'
import { framed, messageSplitter } from '../testing/framing.ts'
import { sharedMessages, streamMessages } from '../protocol/messages.ts'
import { openLog } from '../testing/log.ts'
import { testStore } from '../testing/store.ts'

const { BatchAppendReq, BatchAppendResp } = streamMessages
const appends = 3000

const anAppend = (id: string): Buffer => {
  const event = new BatchAppendReq.ProposedMessage()
    .setId(new sharedMessages.UUID().setString(randomUUID()))
    .setData(Buffer.from('{}'))
  event.getMetadataMap().set('type', 'T').set('content-type', 'application/json')
  const options = new BatchAppendReq.Options().setStreamIdentifier(
    new sharedMessages.StreamIdentifier().setStreamName(Buffer.from('a')),
  )
  const request = new BatchAppendReq()
    .setCorrelationId(new sharedMessages.UUID().setString(id))
    .setOptions(options)
    .setIsFinal(true)
  request.addProposedMessages(event)
  return framed(request.serializeBinary())
}

test('a batch client that does not read its answers does not delay the others, and gets them later', async (t) => {
  const warnings: string[] = []
  const note = ({ name }: Error) => void warnings.push(name)
  process.on('warning', note)
  const store = await testStore(t)
  const session = connect(`http://127.0.0.1:${store.port}`)
  t.teardown(async () => {
    process.off('warning', note)
    session.destroy()
  })
  const call = session.request({
    ':method': 'POST',
    ':path': '/event_store.client.streams.Streams/BatchAppend',
    'content-type': 'application/grpc',
  })
  call.on('error', () => undefined)
  const ids = Array.from({ length: appends }, () => randomUUID())
  for (const id of ids) call.write(anAppend(id))
  const log = openLog(t, store.url)
  while ((await log.read('a')).length < appends)
    await new Promise((resolve) => setTimeout(resolve, 100))
  t.same(warnings, [], 'no listener for every answer')

  const answered = new Set<string>()
  const split = messageSplitter((message) => {
    const response = BatchAppendResp.deserializeBinary(message)
    t.ok(response.hasSuccess())
    answered.add(response.getCorrelationId()!.getString())
  })
  await new Promise<void>((resolve) =>
    call.on('data', (chunk: Buffer) => {
      split(chunk)
      if (answered.size === appends) resolve()
    }),
  )
  t.same(answered, new Set(ids))
})
