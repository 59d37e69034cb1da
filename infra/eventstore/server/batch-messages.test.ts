import { randomUUID } from 'node:crypto'
import emptyModule from 'google-protobuf/google/protobuf/empty_pb.js'
import timestampModule from 'google-protobuf/google/protobuf/timestamp_pb.js'
import { test } from 'tap'
import { answer, resultOf } from './batch-answers.ts'
import { decodeAppend } from './decode-append.ts'
import { sharedMessages, streamMessages } from './generated.ts'

const { BatchAppendReq, BatchAppendResp } = streamMessages
const { Structured } = sharedMessages.UUID
const name = 'strøm-1'
const stream = () => new sharedMessages.StreamIdentifier().setStreamName(Buffer.from(name))
const empty = () => new emptyModule.Empty()

const request = (options: InstanceType<typeof BatchAppendReq.Options> | null) => {
  const event = new BatchAppendReq.ProposedMessage()
    .setId(
      new sharedMessages.UUID().setStructured(
        new Structured()
          .setMostSignificantBits('-7277816997830721537')
          .setLeastSignificantBits('81985529216486895'),
      ),
    )
    .setData(Buffer.alloc(300, 7))
    .setCustomMetadata(Buffer.from('{}'))
  event.getMetadataMap().set('type', 'Æresgjest').set('content-type', 'application/json')
  const bare = new BatchAppendReq.ProposedMessage().setId(
    new sharedMessages.UUID().setString('0190A3C6-6F4E-7D6A-9D8E-2B7C51A6F1AA'),
  )
  return new BatchAppendReq()
    .setCorrelationId(new sharedMessages.UUID().setString(randomUUID()))
    .setProposedMessagesList([event, bare])
    .setIsFinal(options !== null)
    .setOptions(options ?? undefined)
}

const read = (message: InstanceType<typeof BatchAppendReq>) =>
  decodeAppend(Buffer.from(message.serializeBinary()))

test('an append by the stubs of the client is read as they wrote it', async (t) => {
  const part = read(request(null))
  t.equal(part.options, null)
  t.equal(part.isFinal, false)
  t.same(part.events, [
    {
      id: '9affffff-ffff-ffff-0123-456789abcdef',
      type: 'Æresgjest',
      contentType: 'application/json',
      data: Buffer.alloc(300, 7),
      metadata: Buffer.from('{}'),
    },
    {
      id: '0190a3c6-6f4e-7d6a-9d8e-2b7c51a6f1aa',
      type: '',
      contentType: 'application/octet-stream',
      data: Buffer.alloc(0),
      metadata: Buffer.alloc(0),
    },
  ])
})

test('its options say what is expected of the stream, and until when', async (t) => {
  const options = () => new BatchAppendReq.Options().setStreamIdentifier(stream())
  const time = timestampModule.Timestamp.fromDate(new Date(1_795_296_587_789))
  const last = 9_007_199_254_740_991
  for (const [given, expected, deadline] of [
    [options(), 'any', Infinity],
    [options().setAny(empty()), 'any', Infinity],
    [options().setNoStream(empty()), 'no_stream', Infinity],
    [options().setStreamExists(empty()), 'stream_exists', Infinity],
    [options().setStreamPosition('0').setDeadline(time), 0, 1_795_296_587_789],
    [options().setStreamPosition(String(last)), last, Infinity],
  ] as const) {
    const part = read(request(given))
    t.match(part, { isFinal: true, options: { stream: name, expected, deadline } })
  }
})

test('fields that are not known are passed over, and a message cut short is refused', async (t) => {
  const known = Buffer.from(request(null).serializeBinary())
  const unknown = Buffer.from('980601990600000000000000009a060261629d0600000000', 'hex')
  t.same(decodeAppend(Buffer.concat([unknown, known])), decodeAppend(known))
  t.throws(() => decodeAppend(known.subarray(0, known.length - 1)), RangeError)
  t.throws(() => decodeAppend(Buffer.from('0a', 'hex')), RangeError)
  t.throws(() => decodeAppend(Buffer.from('9b06', 'hex')), RangeError)
})

test('an answer reads the same by the stubs of the client', async (t) => {
  const id = new sharedMessages.UUID().setString(randomUUID())
  for (const [revision, position] of [
    [0, 64],
    [300, 9_007_199_254_740_991],
    [5, null],
  ] as const) {
    const result = resultOf({ is: 'done', revision, position }, 'any')
    const bytes = answer(id.serializeBinary(), stream().serializeBinary(), result)
    const response = BatchAppendResp.deserializeBinary(bytes)
    const success = response.getSuccess()!
    t.same(response.getCorrelationId()!.toObject(), id.toObject())
    t.same(response.getStreamIdentifier()!.toObject(), stream().toObject())
    t.equal(success.getCurrentRevision(), String(revision))
    t.equal(success.hasNoPosition(), position === null)
    const place = success.getPosition()
    const same = position === null ? undefined : String(position)
    t.equal(place?.getCommitPosition(), same)
    t.equal(place?.getPreparePosition(), same)
    t.equal(response.serializeBinary().length, bytes.length)
  }
})
