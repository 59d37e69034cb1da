import { WrongExpectedVersionError } from '@eventstore/db-client'
import failures from '@eventstore/db-client/dist/streams/appendToStream/unpackError.js'
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import timestamps from 'google-protobuf/google/protobuf/timestamp_pb.js'
import type { Appended } from '#contracts/event-log.ts'
import { googleEmpty, sharedMessages, streamMessages } from '../protocol/messages.ts'
import type { EncodedAppend, EncodedEvent } from './encode.ts'
import { conflict } from './plain-append.ts'

const { StreamIdentifier, UUID } = sharedMessages
const { Options, ProposedMessage } = streamMessages.BatchAppendReq
const bytesOf = (text: string) => new TextEncoder().encode(text)

const proposedMessage = ({ id, type, data, metadata }: EncodedEvent) => {
  const message = new ProposedMessage()
    .setId(new UUID().setString(id))
    .setData(bytesOf(data))
    .setCustomMetadata(bytesOf(metadata))
  message.getMetadataMap().set('type', type).set('content-type', 'application/json')
  return message
}

const optionsOf = ({ stream, expected }: EncodedAppend, deadline: number) => {
  const options = new Options()
    .setStreamIdentifier(new StreamIdentifier().setStreamName(bytesOf(stream)))
    .setDeadline(timestamps.Timestamp.fromDate(new Date(deadline)))
  return expected === 'none'
    ? options.setNoStream(googleEmpty())
    : options.setStreamPosition(String(expected))
}

/** One message is enough: an append is smaller than the 3 MiB at which the client would split it. */
export const batchRequest = (id: string, append: EncodedAppend, deadline: number): BatchAppendReq =>
  new streamMessages.BatchAppendReq()
    .setCorrelationId(new UUID().setString(id))
    .setOptions(optionsOf(append, deadline))
    .setProposedMessagesList(append.events.map(proposedMessage))
    .setIsFinal(true)

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
