import { randomUUID } from 'node:crypto'
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import { streamMessages } from '../../protocol/messages.ts'
import { send } from '../calls.ts'
import type { Engine } from '../log/engine.ts'
import { isSoftDeleted, type Head } from '../log/heads.ts'
import { tombstone, type LogRecord } from '../log/record.ts'
import { streamDeleted } from '../rpc-error.ts'
import { caughtUp, confirmation, streamNotFound } from './read-answers.ts'
import {
  following,
  page,
  sendRecords,
  unexpectedResult,
  type ReadCall,
  type ReadOptions,
} from './send-records.ts'

type From = ReadReq.Options.StreamOptions

const { RecordedEvent } = streamMessages.ReadResp.ReadEvent
const ticksPerMillisecond = 10_000n

const createdAt = (record: LogRecord): number => {
  const created = RecordedEvent.deserializeBinary(record.bytes).getMetadataMap().get('created')
  return Number(BigInt(created ?? 0) / ticksPerMillisecond)
}

const withinMaxAge = (records: readonly LogRecord[], { metadata }: Head): readonly LogRecord[] => {
  if (metadata.maxAge === Infinity) return records
  const oldest = Date.now() - metadata.maxAge * 1000
  return records.filter((record) => createdAt(record) > oldest)
}

const headOf = async (engine: Engine, stream: string): Promise<Head> => {
  const head = await engine.log.head(stream)
  if (head.tombstoned) throw streamDeleted(stream)
  return head
}

const isFound = (head: Head): boolean => head.last >= 0 && !isSoftDeleted(head)

const sendVisible = async (
  engine: Engine,
  call: ReadCall,
  stream: string,
  head: Head,
  start: number,
  options: ReadOptions,
): Promise<void> => {
  const { last, metadata } = head
  const { forwards } = options
  const first = Math.max(0, metadata.truncateBefore, last - metadata.maxCount + 1)
  let next = forwards ? Math.max(start, first) : Math.min(start, last)
  let left = options.count
  while (left > 0 && next >= first && next <= last && !call.cancelled) {
    const limit = Math.min(left, page)
    const records = await engine.store.queries.ofStream(stream, next, limit, forwards)
    const visible = records.filter(({ revision }) => revision >= first && revision <= last)
    await sendRecords(engine, call, withinMaxAge(visible, head), options)
    if (visible.length === 0) return
    left -= visible.length
    next = visible.at(-1)!.revision + (forwards ? 1 : -1)
  }
}

export const readStream = async (
  engine: Engine,
  call: ReadCall,
  stream: string,
  from: From,
  options: ReadOptions,
): Promise<void> => {
  if (options.count === 0 || (options.forwards && from.hasEnd()))
    throw unexpectedResult('ReadStreamResult')
  const head = await headOf(engine, stream)
  if (!isFound(head)) return send(call, streamNotFound(stream))
  const ends = from.hasEnd() ? head.last : 0
  const start = from.hasRevision() ? Number(from.getRevision()) : ends
  await sendVisible(engine, call, stream, head, start, options)
}

export const subscribeStream = async (
  engine: Engine,
  call: ReadCall,
  stream: string,
  from: From,
  options: ReadOptions,
): Promise<void> => {
  // Taken before the stream is read, so that events appended during the read are not missed.
  const { end } = engine.log
  const head = await headOf(engine, stream)
  const ends = from.hasEnd() ? head.last : -1
  const after = from.hasRevision() ? Number(from.getRevision()) : ends
  await send(call, confirmation(randomUUID()))

  let found = isFound(head)
  const all = { ...options, forwards: true, count: Infinity }
  if (found) await sendVisible(engine, call, stream, head, after + 1, all)
  if (found) await send(call, caughtUp())

  const seen = found ? Math.max(after, head.last) : after
  for await (const records of following(engine, call, end)) {
    const mine = records.filter((record) => record.stream === stream && record.revision > seen)
    if (mine.length === 0) continue
    await sendRecords(engine, call, mine, options)
    if (mine.at(-1)!.revision === tombstone) throw streamDeleted(stream)
    // EventStoreDB 23.10 reports this to a subscriber of a missing stream only after the first event.
    if (!found) await send(call, caughtUp())
    found = true
  }
}
