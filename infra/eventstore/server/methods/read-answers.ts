import streams from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import protobuf from 'google-protobuf'
import { sharedMessages, streamMessages } from '../../protocol/messages.ts'
import type { LogRecord } from '../log/record.ts'

const { ReadResp: Response } = streamMessages

/** An answer as its bytes, or still to be written. */
export type ReadAnswer = ReadResp | Buffer

export const serializeAnswer = (answer: ReadAnswer): Buffer =>
  Buffer.isBuffer(answer) ? answer : streams.StreamsService.read.responseSerialize(answer)

export type Resolved = { readonly event: LogRecord | null; readonly link?: LogRecord | undefined }

/** Fields of ReadResp and of its ReadEvent; records are copied as they are stored. */
const eventField = 1
const readEvent = { event: 1, link: 2, commitPosition: 3 } as const

export const eventAnswer = ({ event, link }: Resolved): Buffer => {
  const writer = new protobuf.BinaryWriter()
  writer.writeMessage(eventField, true, () => {
    if (event) writer.writeBytes(readEvent.event, event.bytes)
    if (link) writer.writeBytes(readEvent.link, link.bytes)
    writer.writeUint64(readEvent.commitPosition, (link ?? event)!.position)
  })
  return Buffer.from(writer.getResultBuffer())
}

export const confirmation = (subscription: string): ReadResp =>
  new Response().setConfirmation(
    new Response.SubscriptionConfirmation().setSubscriptionId(subscription),
  )

export const caughtUp = (): ReadResp => new Response().setCaughtUp(new Response.CaughtUp())

export const checkpoint = (commit: number, prepare: number): ReadResp =>
  new Response().setCheckpoint(
    new Response.Checkpoint().setCommitPosition(String(commit)).setPreparePosition(String(prepare)),
  )

export const streamNotFound = (stream: string): ReadResp => {
  const name = new sharedMessages.StreamIdentifier().setStreamName(Buffer.from(stream))
  return new Response().setStreamNotFound(new Response.StreamNotFound().setStreamIdentifier(name))
}
