import ids from '@eventstore/db-client/dist/utils/grpcUUID.js'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { Position, StoredEvent } from '#contracts/event-log.ts'
import { sharedMessages, streamMessages } from '../protocol/messages.ts'

const { Options } = streamMessages.ReadReq

/** A read of $all forwards, from a position on. */
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

type Message = InstanceType<typeof streamMessages.ReadResp.ReadEvent.RecordedEvent>

/** What a message holds that a store sends, and the embedded one keeps. */
export const storedOf = (event: Message): StoredEvent => {
  const properties = event.getMetadataMap()
  return {
    id: ids.parseUUID(event.getId()) ?? '',
    stream: Buffer.from(event.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString(),
    revision: BigInt(event.getStreamRevision()),
    type: properties.get('type') ?? '',
    position: BigInt(event.getCommitPosition()),
    ticks: BigInt(properties.get('created') ?? 0),
    isJson: properties.get('content-type') === 'application/json',
    data: event.getData_asU8(),
    metadata: event.getCustomMetadata_asU8(),
  }
}

/** Null for what is no event, but something that the server says of its reading. */
export const storedIn = (answer: ReadResp): StoredEvent | null => {
  const event = answer.getEvent()?.getEvent()
  return event ? storedOf(event) : null
}
