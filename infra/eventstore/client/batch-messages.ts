import { randomUUID } from 'node:crypto'
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import { WrongExpectedVersionError } from '@eventstore/db-client'
import failures from '@eventstore/db-client/dist/streams/appendToStream/unpackError.js'
import ids from '@eventstore/db-client/dist/utils/grpcUUID.js'
import timestamps from 'google-protobuf/google/protobuf/timestamp_pb.js'
import type { Appended } from '#contracts/event-log.ts'
import { sharedMessages, streamMessages } from '../server/generated.ts'
import type { EncodedAppend, EncodedEvent } from './encode.ts'
import { conflict } from './plain-append.ts'

const { Options, ProposedMessage } = streamMessages.BatchAppendReq
const { Empty, StreamIdentifier, UUID } = sharedMessages

const uuid = (text: string) => new UUID().setString(text)

const proposed = ({ id, type, data, metadata }: EncodedEvent) => {
  const message = new ProposedMessage()
    .setId(uuid(id))
    .setData(Buffer.from(data))
    .setCustomMetadata(Buffer.from(metadata))
  message.getMetadataMap().set('type', type).set('content-type', 'application/json')
  return message
}

/** A whole append in one message: it is below the 3 MiB at which the client would cut it. */
export const request = ({ stream, events, expected }: EncodedAppend, withinMs: number) => {
  const options = new Options()
    .setStreamIdentifier(new StreamIdentifier().setStreamName(Buffer.from(stream)))
    .setDeadline(timestamps.Timestamp.fromDate(new Date(Date.now() + withinMs)))
  if (expected === 'none') options.setNoStream(new Empty())
  else options.setStreamPosition(String(expected))
  const id = randomUUID()
  const message: BatchAppendReq = new streamMessages.BatchAppendReq()
    .setOptions(options)
    .setCorrelationId(uuid(id))
    .setProposedMessagesList(events.map(proposed))
    .setIsFinal(true)
  return { id, message }
}

/** Which append it answers. */
export const correlationOf = (response: BatchAppendResp): string =>
  ids.parseUUID(response.getCorrelationId()) ?? ''

/** Throws the client's own errors. */
export const answerIn = (response: BatchAppendResp, stream: string): Appended => {
  const success = response.getSuccess()
  if (!success) {
    const error = failures.unpackToCommandError(response.getError()!, stream)
    if (error instanceof WrongExpectedVersionError) return conflict(error)
    throw error
  }
  const position = success.getPosition()
  if (!position) throw new Error('The store gave no position for an append')
  return {
    appended: true,
    position: BigInt(position.getCommitPosition()),
    revision: BigInt(success.getCurrentRevision()),
  }
}
