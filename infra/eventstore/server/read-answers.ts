import { sharedMessages, streamMessages } from './generated.ts'
import type { LogRecord } from './record.ts'
import { varintSize, writeVarint } from '../protobuf/varint.ts'

const { ReadResp } = streamMessages

const event = 0x0a
const link = 0x12
const commitPosition = 0x18

const fieldSize = (length: number) => 1 + varintSize(length) + length

type Sent = { readonly event: LogRecord | null; readonly link?: LogRecord }

const outermost = ({ event, link }: Sent): LogRecord => link ?? event!

const readEventSize = (sent: Sent): number =>
  (sent.event ? fieldSize(sent.event.bytes.length) : 0) +
  (sent.link ? fieldSize(sent.link.bytes.length) : 0) +
  1 +
  varintSize(outermost(sent).position)

/** Events as framed messages ReadResp, all in one buffer: one write for many. */
export const eventFrames = (events: readonly Sent[]): Buffer => {
  const sizes = events.map(readEventSize)
  const total = sizes.reduce((sum, size) => sum + 5 + fieldSize(size), 0)
  const into = Buffer.allocUnsafe(total)
  let at = 0
  const record = (field: number, bytes: Buffer) => {
    into[at++] = field
    at = writeVarint(into, bytes.length, at)
    at += bytes.copy(into, at)
  }
  for (const [index, sent] of events.entries()) {
    const size = sizes[index]!
    into[at] = 0
    into.writeUInt32BE(fieldSize(size), at + 1)
    into[at + 5] = event
    at = writeVarint(into, size, at + 6)
    if (sent.event) record(event, sent.event.bytes)
    if (sent.link) record(link, sent.link.bytes)
    into[at++] = commitPosition
    at = writeVarint(into, outermost(sent).position, at)
  }
  return into
}

export const confirmation = (subscription: string): Uint8Array =>
  new ReadResp()
    .setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId(subscription))
    .serializeBinary()

export const caughtUp = (): Uint8Array =>
  new ReadResp().setCaughtUp(new ReadResp.CaughtUp()).serializeBinary()

export const checkpoint = (commit: number, prepare: number): Uint8Array =>
  new ReadResp()
    .setCheckpoint(
      new ReadResp.Checkpoint()
        .setCommitPosition(String(commit))
        .setPreparePosition(String(prepare)),
    )
    .serializeBinary()

export const streamNotFound = (stream: string): Uint8Array => {
  const name = new sharedMessages.StreamIdentifier().setStreamName(Buffer.from(stream))
  return new ReadResp()
    .setStreamNotFound(new ReadResp.StreamNotFound().setStreamIdentifier(name))
    .serializeBinary()
}
