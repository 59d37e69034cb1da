import type { Json, Metadata, RecordedEvent } from '#contracts/event-log.ts'
import { Wire, type Field } from './wire.ts'

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

class Draft {
  id = ''
  stream = ''
  revision = 0n
  position = 0n
  type = ''
  contentType = ''
  /** .NET's ticks of 100 nanoseconds, since 1970. */
  created = ''
  metadata = nothing
  data = nothing
}
type Property = { key: string; value: string }
type Answered = { caughtUp: boolean; draft: Draft | undefined }

const ofId: Field<Draft> = (draft, tag, wire) => {
  if (tag !== uuidString) return false
  draft.id = wire.text()
  return true
}

const ofStream: Field<Draft> = (draft, tag, wire) => {
  if (tag !== streamName) return false
  draft.stream = wire.text()
  return true
}

const ofProperty: Field<Property> = (entry, tag, wire) => {
  if (tag === property.key) entry.key = wire.text()
  else if (tag === property.value) entry.value = wire.text()
  else return false
  return true
}

const takeProperty = (draft: Draft, { key, value }: Property) => {
  if (key === 'type') draft.type = value
  else if (key === 'content-type') draft.contentType = value
  else if (key === 'created') draft.created = value
}

const ofRecordedEvent: Field<Draft> = (draft, tag, wire) => {
  switch (tag) {
    case recordedEvent.id:
      wire.message(draft, ofId)
      return true
    case recordedEvent.stream:
      wire.message(draft, ofStream)
      return true
    case recordedEvent.revision:
      draft.revision = wire.exact()
      return true
    case recordedEvent.commitPosition:
      draft.position = wire.exact()
      return true
    case recordedEvent.property:
      takeProperty(draft, wire.message({ key: '', value: '' }, ofProperty))
      return true
    case recordedEvent.metadata:
      draft.metadata = wire.bytes()
      return true
    case recordedEvent.data:
      draft.data = wire.bytes()
      return true
    default:
      return false
  }
}

const ofReadEvent: Field<Answered> = (answered, tag, wire) => {
  if (tag !== readEvent.event) return false
  answered.draft = wire.message(new Draft(), ofRecordedEvent)
  return true
}

const ofAnswer: Field<Answered> = (answered, tag, wire) => {
  if (tag === answer.caughtUp) answered.caughtUp = true
  if (tag !== answer.event) return false
  wire.message(answered, ofReadEvent)
  return true
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

/** A message ReadResp, read by hand: the client takes twice as long for it, and leaves more garbage (ADR 21). */
export const decodeAnswer = (bytes: Buffer): Answer => {
  const { caughtUp, draft } = new Wire(bytes).whole<Answered>(
    { caughtUp: false, draft: undefined },
    ofAnswer,
  )
  if (draft) return recorded(draft)
  return caughtUp ? 'caught up' : 'something else'
}

/** Events that the server writes for itself are in the log from its first moment. */
export const isSystem = ({ stream }: RecordedEvent): boolean => stream.startsWith('$')
