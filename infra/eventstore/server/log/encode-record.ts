import { sharedMessages, streamMessages } from '../../protocol/messages.ts'
import { exactRevision, type LogRecord, type Proposed } from './record.ts'

const { StreamIdentifier, UUID } = sharedMessages
const { RecordedEvent } = streamMessages.ReadResp.ReadEvent

type Place = {
  readonly position: number
  readonly stream: string
  readonly revision: number
  /** Of 100 nanoseconds since 1970, as .NET counts time. */
  readonly ticks: string
}

/** The event as the message that is stored and sent. */
export const encodeRecord = (event: Proposed, place: Place): LogRecord => {
  const { position, stream, revision, ticks } = place
  const { id, type, contentType, metadata, data } = event
  const message = new RecordedEvent()
    .setId(new UUID().setString(id))
    .setStreamIdentifier(new StreamIdentifier().setStreamName(Buffer.from(stream)))
    .setStreamRevision(String(exactRevision(revision)))
    .setPreparePosition(String(position))
    .setCommitPosition(String(position))
    .setCustomMetadata(metadata)
    .setData(data)
  message.getMetadataMap().set('type', type).set('created', ticks).set('content-type', contentType)
  return { position, stream, revision, type, id, bytes: Buffer.from(message.serializeBinary()) }
}
