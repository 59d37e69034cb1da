import type { Json, Metadata, RecordedEvent } from '#contracts/event-log.ts'
import { FieldReader } from '../protobuf/field-reader.ts'

/** What a Read call answers, of which little but events is put to use. */
export type Answer = RecordedEvent | 'caught up' | 'something else'

/** Tags of ReadResp and what is in it; a test holds them against the client's own stubs. */
const answer = { event: 0x0a, caughtUp: 0x42 } as const
const readEvent = { event: 0x0a } as const
const recordedEvent = {
  id: 0x0a,
  stream: 0x12,
  revision: 0x18,
  commitPosition: 0x28,
  property: 0x32,
  metadata: 0x3a,
  data: 0x42,
} as const
const property = { key: 0x0a, value: 0x12 } as const
const uuidString = 0x12
const streamName = 0x1a

const nothing: Buffer = Buffer.alloc(0)

type Draft = {
  id: string
  stream: string
  revision: bigint
  position: bigint
  type: string
  contentType: string
  /** .NET's ticks of 100 nanoseconds, since 1970. */
  created: string
  metadata: Buffer
  data: Buffer
}

/** The text in a message that holds nothing else to us. */
const textIn = (fields: FieldReader, tag: number): string => {
  let text = ''
  while (fields.next())
    if (fields.tag === tag) text = fields.text()
    else fields.skip()
  return text
}

const takeProperty = (draft: Draft, fields: FieldReader): void => {
  let [key, value] = ['', '']
  while (fields.next())
    if (fields.tag === property.key) key = fields.text()
    else if (fields.tag === property.value) value = fields.text()
    else fields.skip()
  if (key === 'type') draft.type = value
  else if (key === 'content-type') draft.contentType = value
  else if (key === 'created') draft.created = value
}

const takeField = (draft: Draft, fields: FieldReader): void => {
  switch (fields.tag) {
    case recordedEvent.id:
      draft.id = textIn(fields.message(), uuidString)
      break
    case recordedEvent.stream:
      draft.stream = textIn(fields.message(), streamName)
      break
    case recordedEvent.revision:
      draft.revision = fields.exact()
      break
    case recordedEvent.commitPosition:
      draft.position = fields.exact()
      break
    case recordedEvent.property:
      takeProperty(draft, fields.message())
      break
    case recordedEvent.metadata:
      draft.metadata = fields.bytes()
      break
    case recordedEvent.data:
      draft.data = fields.bytes()
      break
    default:
      fields.skip()
  }
}

const draftIn = (fields: FieldReader): Draft => {
  const draft: Draft = {
    id: '',
    stream: '',
    revision: 0n,
    position: 0n,
    type: '',
    contentType: '',
    created: '',
    metadata: nothing,
    data: nothing,
  }
  while (fields.next()) takeField(draft, fields)
  return draft
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Others may write what they like to the log; it is for the reader to say that he cannot use it.
    return text
  }
}

const metadataOf = (bytes: Buffer, writtenAt: string): Metadata => {
  const value = bytes.length > 0 ? parsed(bytes.toString()) : null
  const found = typeof value === 'object' ? (value as Record<string, Json> | null) : null
  return { commandId: '', user: '', at: writtenAt, v: 1, ...found }
}

const dataOf = ({ contentType, data }: Draft): unknown =>
  contentType === 'application/json' ? parsed(data.toString()) : new Uint8Array(data)

const recorded = (draft: Draft): RecordedEvent => {
  const { id, stream, revision, position, type } = draft
  const writtenAt = new Date(Number(draft.created.slice(0, -4))).toISOString()
  const metadata = metadataOf(draft.metadata, writtenAt)
  return { id, stream, revision, type, data: dataOf(draft), metadata, position, writtenAt }
}

/** The event, of which a link that led to it is no part. */
const eventIn = (fields: FieldReader): RecordedEvent | undefined => {
  let event: RecordedEvent | undefined
  while (fields.next())
    if (fields.tag === readEvent.event) event = recorded(draftIn(fields.message()))
    else fields.skip()
  return event
}

/** A message ReadResp, read by hand: the client takes twice as long for it, and leaves more garbage (ADR 21). */
export const decodeAnswer = (bytes: Buffer): Answer => {
  let found: Answer = 'something else'
  for (const fields = new FieldReader(bytes); fields.next();)
    if (fields.tag === answer.event) found = eventIn(fields.message()) ?? found
    else {
      if (fields.tag === answer.caughtUp) found = 'caught up'
      fields.skip()
    }
  return found
}

/** Events that the server writes for itself are in the log from its first moment. */
export const isSystem = ({ stream }: RecordedEvent): boolean => stream.startsWith('$')
