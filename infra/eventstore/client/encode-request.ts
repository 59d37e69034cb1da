import { varintSize, writeVarint } from '../server/varint.ts'
import type { EncodedAppend, EncodedEvent } from './encode.ts'

/** Field numbers and wire types of BatchAppendReq; a test holds them against the client's own stubs. */
const request = { correlationId: 0x0a, options: 0x12, proposed: 0x1a, isFinal: 0x20 } as const
const option = { stream: 0x0a, position: 0x10, noStream: 0x1a, deadline: 0x32 } as const
const proposed = { id: 0x0a, property: 0x12, metadata: 0x1a, data: 0x22 } as const
const property = { key: 0x0a, value: 0x12 } as const
const timestamp = { seconds: 0x08, nanoseconds: 0x10 } as const
const streamName = 0x1a
const uuidString = 0x12

/** Of what comes with its length: tag, length, content. */
const sizeOf = (length: number): number => 1 + varintSize(length) + length
const sizeOfNumber = (value: number): number => 1 + varintSize(value)

/** Fields one after the other into a buffer of their exact size. */
class Fields {
  readonly bytes: Buffer
  #at = 0

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafe(size)
  }

  number(tag: number, value: number): void {
    this.bytes[this.#at++] = tag
    this.#at = writeVarint(this.bytes, value, this.#at)
  }

  /** `length` in bytes of UTF-8. */
  text(tag: number, text: string, length: number): void {
    this.number(tag, length)
    this.#at += this.bytes.write(text, this.#at)
  }

  uuid(tag: number, id: string): void {
    this.number(tag, uuidSize)
    this.text(uuidString, id, id.length)
  }

  property(key: string, value: string, length: number): void {
    this.number(proposed.property, sizeOf(key.length) + sizeOf(length))
    this.text(property.key, key, key.length)
    this.text(property.value, value, length)
  }

  message(tag: number, content: Uint8Array): void {
    this.number(tag, content.length)
    this.bytes.set(content, this.#at)
    this.#at += content.length
  }
}

const uuidSize = sizeOf(36)
const contentType = 'application/json'
const contentTypeSize = sizeOf(sizeOf('content-type'.length) + sizeOf(contentType.length))

const proposedMessage = ({ id, type, data, metadata }: EncodedEvent): Buffer => {
  const [typeLength, dataLength] = [Buffer.byteLength(type), Buffer.byteLength(data)]
  const metadataLength = Buffer.byteLength(metadata)
  const fields = new Fields(
    sizeOf(uuidSize) +
      sizeOf(sizeOf('type'.length) + sizeOf(typeLength)) +
      contentTypeSize +
      sizeOf(metadataLength) +
      sizeOf(dataLength),
  )
  fields.uuid(proposed.id, id)
  fields.property('type', type, typeLength)
  fields.property('content-type', contentType, contentType.length)
  fields.text(proposed.metadata, metadata, metadataLength)
  fields.text(proposed.data, data, dataLength)
  return fields.bytes
}

const deadlineMessage = (deadline: number): Buffer => {
  const seconds = Math.floor(deadline / 1000)
  const nanoseconds = Math.floor(deadline % 1000) * 1_000_000
  const fields = new Fields(sizeOfNumber(seconds) + sizeOfNumber(nanoseconds))
  fields.number(timestamp.seconds, seconds)
  fields.number(timestamp.nanoseconds, nanoseconds)
  return fields.bytes
}

const optionsMessage = ({ stream, expected }: EncodedAppend, deadline: number): Buffer => {
  const nameLength = Buffer.byteLength(stream)
  const until = deadlineMessage(deadline)
  const isNew = expected === 'none'
  const revision = isNew ? 0 : Number(expected)
  const fields = new Fields(
    sizeOf(sizeOf(nameLength)) +
      (isNew ? sizeOf(0) : sizeOfNumber(revision)) +
      sizeOf(until.length),
  )
  fields.number(option.stream, sizeOf(nameLength))
  fields.text(streamName, stream, nameLength)
  // That there is no stream is told by a message without content.
  fields.number(isNew ? option.noStream : option.position, revision)
  fields.message(option.deadline, until)
  return fields.bytes
}

/**
 * A whole append as one BatchAppendReq, written by hand: several times quicker than the generated code. It
 * is below the 3 MiB at which the client would cut it.
 */
export const encodeRequest = (id: string, asked: EncodedAppend, deadline: number): Buffer => {
  const options = optionsMessage(asked, deadline)
  const events = asked.events.map(proposedMessage)
  const fields = new Fields(
    sizeOf(uuidSize) +
      sizeOf(options.length) +
      events.reduce((sum, event) => sum + sizeOf(event.length), 0) +
      sizeOfNumber(1),
  )
  fields.uuid(request.correlationId, id)
  fields.message(request.options, options)
  for (const event of events) fields.message(request.proposed, event)
  fields.number(request.isFinal, 1)
  return fields.bytes
}
