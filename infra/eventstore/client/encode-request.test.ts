import { randomUUID } from 'node:crypto'
import { test } from 'tap'
import { sharedMessages, streamMessages } from '../server/generated.ts'
import { encode } from './encode.ts'
import { encodeRequest } from './encode-request.ts'

const metadata = { commandId: 'c', user: 'kåre', at: '2026-11-21T20:00:00.000Z', v: 1 }
const event = (type: string, data: unknown) => ({ id: randomUUID(), type, data, metadata })

test('an append reads the same by the stubs of the client', async (t) => {
  const events = [
    event('ItemRegistered', { id: 1, values: { description: 'Sylinderskrue M8×20 – «sekskant»' } }),
    event('Æresgjest', { text: 'x'.repeat(100_000) }),
    event('E', null),
  ]
  for (const expected of ['none', 0n, 127n, 128n, 9_007_199_254_740_991n] as const) {
    const [id, deadline] = [randomUUID(), 1_795_296_587_789.6]
    const stream = 'strøm-1'
    const bytes = encodeRequest(id, encode(stream, events, expected), deadline)
    const read = streamMessages.BatchAppendReq.deserializeBinary(new Uint8Array(bytes))
    const options = read.getOptions()!

    t.equal(read.getCorrelationId()!.getString(), id)
    t.equal(read.getIsFinal(), true)
    t.equal(Buffer.from(options.getStreamIdentifier()!.getStreamName_asU8()).toString(), stream)
    t.equal(options.hasNoStream(), expected === 'none')
    t.equal(options.hasStreamPosition(), expected !== 'none')
    if (expected !== 'none') t.equal(options.getStreamPosition(), String(expected))
    t.equal(options.getDeadline()!.toDate().getTime(), 1_795_296_587_789)
    t.same(
      read.getProposedMessagesList().map((message) => ({
        id: message.getId()!.getString(),
        type: message.getMetadataMap().get('type'),
        contentType: message.getMetadataMap().get('content-type'),
        data: JSON.parse(Buffer.from(message.getData_asU8()).toString()) as unknown,
        metadata: JSON.parse(Buffer.from(message.getCustomMetadata_asU8()).toString()) as unknown,
      })),
      events.map((one) => ({ ...one, contentType: 'application/json' })),
    )
    // Nothing is left over, and nothing is in it that the stubs would not write.
    t.equal(read.serializeBinary().length, bytes.length)
  }
})

test('an id is a UUID as text', async (t) => {
  const id = randomUUID()
  const bytes = encodeRequest(id, encode('s', [event('E', 1)], 'none'), Date.now())
  const read = streamMessages.BatchAppendReq.deserializeBinary(new Uint8Array(bytes))
  t.equal(read.getCorrelationId()!.getValueCase(), sharedMessages.UUID.ValueCase.STRING)
})
