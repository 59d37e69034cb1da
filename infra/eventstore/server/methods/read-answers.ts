import streams from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import protobuf from 'protobufjs/minimal.js'
import { sharedMessages, streamMessages } from '../../protocol/messages.ts'
import { answerField, readEventField as field } from '../../protocol/recorded-event.ts'
import type { LogRecord } from '../log/record.ts'

const { ReadResp: Response } = streamMessages

export type ReadAnswer = ReadResp | Buffer

export const serializeAnswer = (answer: ReadAnswer): Buffer =>
  Buffer.isBuffer(answer) ? answer : streams.StreamsService.read.responseSerialize(answer)

export type Resolved = { readonly event: LogRecord | null; readonly link?: LogRecord | undefined }

export const eventAnswer = ({ event, link }: Resolved): Buffer => {
  const writer = new protobuf.BufferWriter().uint32(answerField.event).fork()
  if (event) writer.uint32(field.event).bytes(event.bytes)
  if (link) writer.uint32(field.link).bytes(link.bytes)
  writer.uint32(field.commitPosition).uint64((link ?? event)!.position)
  return writer.ldelim().finish() as Buffer
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
