import { isSoftDeleted, type Head } from '../log/heads.ts'
import { streamMessages } from '../../protocol/messages.ts'
import type { LogRecord } from '../log/record.ts'

/** Whether a read finds the stream: one that has metadata only, or was deleted, is not found. */
export const isFound = (head: Head): boolean => head.last >= 0 && !isSoftDeleted(head)

/** The first revision that its metadata leaves visible. */
export const firstVisible = ({ last, metadata }: Head): number =>
  Math.max(0, metadata.truncateBefore, last - metadata.maxCount + 1)

const { RecordedEvent } = streamMessages.ReadResp.ReadEvent
const ticksPerMillisecond = 10_000n

const createdAt = (record: LogRecord): number => {
  const created = RecordedEvent.deserializeBinary(record.bytes).getMetadataMap().get('created')
  return Number(BigInt(created ?? 0) / ticksPerMillisecond)
}

/** Leaves out what is older than the stream's `$maxAge`. */
export const youngEnough = (
  records: readonly LogRecord[],
  { metadata }: Head,
): readonly LogRecord[] => {
  if (metadata.maxAge === Infinity) return records
  const oldest = Date.now() - metadata.maxAge * 1000
  return records.filter((record) => createdAt(record) > oldest)
}
