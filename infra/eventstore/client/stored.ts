import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import protobuf from 'protobufjs/minimal.js'
import type { Position, StoredEvent } from '#contracts/event-log.ts'
import { sharedMessages, streamMessages } from '../protocol/messages.ts'
import {
  answerField,
  eventField,
  propertyField,
  readEventField,
  streamName,
  uuidText,
} from '../protocol/recorded-event.ts'

const { Options } = streamMessages.ReadReq

export const readRequest = (from: Position | null, count: number): ReadReq => {
  const empty = () => new sharedMessages.Empty()
  const all = new Options.AllOptions()
  if (from === null) all.setStart(empty())
  else
    all.setPosition(
      new Options.Position().setCommitPosition(String(from)).setPreparePosition(String(from)),
    )
  const options = new Options()
    .setAll(all)
    .setCount(String(count))
    .setUuidOption(new Options.UUIDOption().setString(empty()))
    .setNoFilter(empty())
    .setReadDirection(Options.ReadDirection.FORWARDS)
  return new streamMessages.ReadReq().setOptions(options)
}

type Reader = protobuf.Reader

const numberIn = (reader: Reader): bigint => {
  const { high, low } = reader.uint64()
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
}

const textsIn = (reader: Reader, first: number, second?: number): [string, string] => {
  const texts: [string, string] = ['', '']
  for (const end = reader.uint32() + reader.pos; reader.pos < end;) {
    const field = reader.uint32()
    if (field === first) texts[0] = reader.string()
    else if (field === second) texts[1] = reader.string()
    else reader.skipType(field & 7)
  }
  return texts
}

type Fields = { -readonly [Name in keyof StoredEvent]: StoredEvent[Name] }

const noBytes = Buffer.alloc(0)
const empty = (): Fields => ({
  id: '',
  stream: '',
  revision: 0n,
  type: '',
  position: 0n,
  ticks: 0n,
  isJson: false,
  data: noBytes,
  metadata: noBytes,
})

const takeProperty = (event: Fields, [name, value]: readonly [string, string]): void => {
  if (name === 'type') event.type = value
  else if (name === 'created') event.ticks = BigInt(value)
  else if (name === 'content-type') event.isJson = value === 'application/json'
}

const takeField = (event: Fields, reader: Reader): void => {
  const field = reader.uint32()
  if (field === eventField.id) [event.id] = textsIn(reader, uuidText)
  else if (field === eventField.stream) [event.stream] = textsIn(reader, streamName)
  else if (field === eventField.revision) event.revision = numberIn(reader)
  else if (field === eventField.commitPosition) event.position = numberIn(reader)
  else if (field === eventField.property)
    takeProperty(event, textsIn(reader, propertyField.key, propertyField.value))
  else if (field === eventField.metadata) event.metadata = reader.bytes()
  else if (field === eventField.data) event.data = reader.bytes()
  else reader.skipType(field & 7)
}

const eventIn = (reader: Reader, end: number): StoredEvent => {
  const event = empty()
  while (reader.pos < end) takeField(event, reader)
  return event
}

/** Decoded by hand: the client's own stubs take five times as long. */
export const storedOf = (bytes: Buffer): StoredEvent =>
  eventIn(protobuf.Reader.create(bytes), bytes.length)

/** Moves to the content of a field and returns its end, or null if the field is missing. */
const enter = (reader: Reader, wanted: number, end: number): number | null => {
  while (reader.pos < end) {
    const field = reader.uint32()
    if (field === wanted) return reader.uint32() + reader.pos
    reader.skipType(field & 7)
  }
  return null
}

/** Null for a message about the read itself. */
export const storedIn = (answer: Buffer): StoredEvent | null => {
  const reader = protobuf.Reader.create(answer)
  const read = enter(reader, answerField.event, answer.length)
  const event = read === null ? null : enter(reader, readEventField.event, read)
  return event === null ? null : eventIn(reader, event)
}
