import fc from 'fast-check'
import { test } from 'tap'
import conversion from '@eventstore/db-client/dist/utils/convertGrpcEvent.js'
import { caughtUp, checkpoint, confirmation, streamNotFound } from '../server/read-answers.ts'
import { sharedMessages, streamMessages } from '../server/generated.ts'
import { decodeAnswer } from './decode-answer.ts'

const { ReadResp } = streamMessages
const { ReadEvent } = ReadResp
const { RecordedEvent } = ReadEvent

const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value))
const numbers = fc.oneof(
  fc.bigInt({ min: 0n, max: 300n }),
  fc.bigInt({ min: 2n ** 53n - 2n, max: 2n ** 53n + 2n }),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
)
const json = fc.jsonValue().map(bytesOf)
const anyBytes = fc.uint8Array().map((bytes) => Buffer.from(bytes))
const texts = fc.string({ unit: 'binary', minLength: 1 })

const records = fc.record({
  id: fc.uuid(),
  stream: texts,
  revision: numbers,
  position: numbers,
  type: texts,
  contentType: fc.constantFrom('application/json', 'application/octet-stream'),
  at: fc.date({ min: new Date(0), noInvalidDate: true }),
  ticks: fc.integer({ min: 0, max: 9999 }),
  metadata: fc.oneof(json, anyBytes, fc.dictionary(fc.string(), fc.jsonValue()).map(bytesOf)),
  data: fc.oneof(json, anyBytes),
})
type Recorded = typeof records extends fc.Arbitrary<infer T> ? T : never

const messageOf = (one: Recorded) => {
  const message = new RecordedEvent()
    .setId(new sharedMessages.UUID().setString(one.id))
    .setStreamIdentifier(
      new sharedMessages.StreamIdentifier().setStreamName(Buffer.from(one.stream)),
    )
    .setStreamRevision(String(one.revision))
    .setCommitPosition(String(one.position))
    .setPreparePosition(String(one.position))
    .setCustomMetadata(one.metadata)
    .setData(one.data)
  message
    .getMetadataMap()
    .set('type', one.type)
    .set('created', String(BigInt(one.at.getTime()) * 10_000n + BigInt(one.ticks)))
    .set('content-type', one.contentType)
  return message
}

/** What the client makes of the same bytes. */
const asTheClient = (bytes: Buffer) => {
  const sent = ReadResp.deserializeBinary(new Uint8Array(bytes)).getEvent()!
  const { event } = conversion.convertGrpcEvent(sent)
  const at = event!.created.toISOString()
  const { metadata } = event!
  const isObject = typeof metadata === 'object' && !(metadata instanceof Uint8Array)
  const own = isObject ? (metadata as object) : {}
  return {
    id: event!.id,
    stream: event!.streamId,
    revision: event!.revision,
    type: event!.type,
    data: event!.data,
    metadata: { commandId: '', user: '', at, v: 1, ...own },
    position: event!.position!.commit,
    writtenAt: at,
  }
}

const answerWith = (event: InstanceType<typeof ReadEvent>) =>
  Buffer.from(new ReadResp().setEvent(event).serializeBinary())

test('an event is what the client makes of it', async (t) => {
  fc.assert(
    fc.property(records, records, fc.boolean(), (event, link, linked) => {
      const sent = new ReadEvent().setEvent(messageOf(event)).setCommitPosition('5')
      if (linked) sent.setLink(messageOf(link))
      const bytes = answerWith(sent)
      t.strictSame(decodeAnswer(bytes), asTheClient(bytes))
    }),
    { numRuns: 500 },
  )
})

/** A field of each kind with a number that no release has given away. */
const unknown = Buffer.concat([
  Buffer.from([0xa0, 0x3f, 0xff, 0x01]),
  Buffer.from([0xa1, 0x3f, 1, 2, 3, 4, 5, 6, 7, 8]),
  Buffer.from([0xa2, 0x3f, 3, 1, 2, 3]),
  Buffer.from([0xa5, 0x3f, 1, 2, 3, 4]),
])
const field = (tag: number, content: Uint8Array) => {
  const length = [(content.length & 127) | 128, content.length >> 7]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const [sample] = fc.sample(records, { numRuns: 1, seed: 1 }) as [Recorded]

test('what newer servers may add is passed over, at every level', async (t) => {
  const record = Buffer.concat([unknown, messageOf(sample).serializeBinary(), unknown])
  const event = Buffer.concat([unknown, field(0x0a, record), unknown])
  const bytes = Buffer.concat([unknown, field(0x0a, event), unknown])
  t.strictSame(
    decodeAnswer(bytes),
    asTheClient(answerWith(new ReadEvent().setEvent(messageOf(sample)))),
  )
})

test('a message that is cut off is refused, wherever it is cut', async (t) => {
  const bytes = answerWith(new ReadEvent().setEvent(messageOf(sample)))
  for (let length = 1; length < bytes.length; length++)
    t.throws(() => decodeAnswer(bytes.subarray(0, length)), RangeError)
})

test('a field that goes beyond the message it is in is refused', async (t) => {
  const event = field(0x0a, Buffer.from([0x0a, 5, 0x18]))
  t.throws(() => decodeAnswer(Buffer.concat([event, Buffer.from([0, 0, 0, 0])])), RangeError)
  t.throws(() => decodeAnswer(Buffer.from([0x0b])), /unknown kind/)
})

test('the rest of what a Read call answers', async (t) => {
  t.equal(decodeAnswer(Buffer.from(caughtUp())), 'caught up')
  t.equal(decodeAnswer(field(0x42, Buffer.from([0x0a, 2, 8, 1, 0x10, 7]))), 'caught up')
  for (const other of [
    confirmation('some-id'),
    checkpoint(7, 7),
    streamNotFound('s'),
    answerWith(new ReadEvent().setCommitPosition('5')),
  ])
    t.equal(decodeAnswer(Buffer.from(other)), 'something else')
})
