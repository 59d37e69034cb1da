import { sharedMessages, streamMessages } from '../../protocol/messages.ts'
import type { Resolved } from './read-answers.ts'
import type { LogRecord } from '../log/record.ts'

const { RecordedEvent } = streamMessages.ReadResp.ReadEvent

const half = (hex: string): string => String(BigInt.asIntN(64, BigInt(`0x${hex}`)))

const structured = (record: LogRecord): LogRecord => {
  const hex = record.id.replaceAll('-', '')
  const id = new sharedMessages.UUID.Structured()
    .setMostSignificantBits(half(hex.slice(0, 16)))
    .setLeastSignificantBits(half(hex.slice(16)))
  const event = RecordedEvent.deserializeBinary(record.bytes)
  event.setId(new sharedMessages.UUID().setStructured(id))
  return { ...record, bytes: Buffer.from(event.serializeBinary()) }
}

/** For clients that ask for ids as two numbers; the one for Node asks for text. */
export const withStructuredIds = ({ event, link }: Resolved): Resolved => ({
  event: event && structured(event),
  ...(link && { link: structured(link) }),
})
