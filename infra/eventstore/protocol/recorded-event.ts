import { bytesTag, numberTag } from './messages.ts'

/** Field tags of ReadResp, its ReadEvent and the RecordedEvent inside. */
export const answerField = { event: bytesTag(1) }
export const readEventField = {
  event: bytesTag(1),
  link: bytesTag(2),
  commitPosition: numberTag(3),
}
export const eventField = {
  id: bytesTag(1),
  stream: bytesTag(2),
  revision: numberTag(3),
  preparePosition: numberTag(4),
  commitPosition: numberTag(5),
  property: bytesTag(6),
  metadata: bytesTag(7),
  data: bytesTag(8),
}
export const uuidText = bytesTag(2)
export const streamName = bytesTag(3)
export const propertyField = { key: bytesTag(1), value: bytesTag(2) }
