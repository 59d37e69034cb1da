import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { Position, StoredEvent } from '#contracts/event-log.ts'
import { sharedMessages, streamMessages } from '../protocol/messages.ts'

const { Options } = streamMessages.ReadReq
const { RecordedEvent } = streamMessages.ReadResp.ReadEvent

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

const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString()

const eventIn = (event: ReadResp.ReadEvent.RecordedEvent): StoredEvent => {
  const properties = event.getMetadataMap()
  return {
    id: event.getId()?.getString() ?? '',
    stream: textOf(event.getStreamIdentifier()?.getStreamName_asU8()),
    revision: BigInt(event.getStreamRevision()),
    type: properties.get('type') ?? '',
    position: BigInt(event.getCommitPosition()),
    ticks: BigInt(properties.get('created') ?? 0),
    isJson: properties.get('content-type') === 'application/json',
    data: event.getData_asU8(),
    metadata: event.getCustomMetadata_asU8(),
  }
}

export const storedOf = (bytes: Uint8Array): StoredEvent =>
  eventIn(RecordedEvent.deserializeBinary(bytes))

/** Null for a message about the read itself. */
export const storedIn = (answer: ReadResp): StoredEvent | null => {
  const event = answer.getEvent()?.getEvent()
  return event ? eventIn(event) : null
}
