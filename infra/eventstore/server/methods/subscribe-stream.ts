import { randomUUID } from 'node:crypto'
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import { send, signalOf } from '../calls.ts'
import type { Engine } from '../log/engine.ts'
import { caughtUp, confirmation } from './read-answers.ts'
import { sendRecords, type ReadCall, type ReadOptions } from './send-records.ts'
import { positionAfter, tombstone } from '../log/record.ts'
import { streamDeleted } from '../rpc-error.ts'
import { firstVisible, isFound, youngEnough } from './stream-range.ts'

const page = 500

const lastSeen = (options: ReadReq.Options.StreamOptions, end: number): number => {
  if (options.hasRevision()) return Number(options.getRevision())
  return options.hasEnd() ? end : -1
}

/** One stream after a revision, and then what comes to it. */
export const subscribeStream = async (
  engine: Engine,
  call: ReadCall,
  stream: string,
  from: ReadReq.Options.StreamOptions,
  options: ReadOptions,
): Promise<void> => {
  // Taken before the stream is read: whatever that does not show lies from here on.
  let next = engine.end
  const head = await engine.head(stream)
  if (head.tombstoned) throw streamDeleted(stream)
  let seen = lastSeen(from, head.last)
  const gone = signalOf(call)
  await send(call, confirmation(randomUUID()))

  let found = isFound(head)
  const lowest = firstVisible(head)
  while (found && !call.cancelled) {
    const records = await engine.store.queries.streamForwards(
      stream,
      Math.max(seen + 1, lowest),
      page,
    )
    const live = records.filter(({ revision }) => revision !== tombstone)
    await sendRecords(engine.store, call, youngEnough(live, head), options)
    if (live.length === 0) break
    seen = live.at(-1)!.revision
  }
  if (found) await send(call, caughtUp())

  while (!call.cancelled && !engine.closed) {
    const records = await engine.forwards(next, page)
    if (records.length === 0) {
      await engine.grown(next, gone)
      continue
    }
    next = positionAfter(records.at(-1)!)
    const mine = records.filter((record) => record.stream === stream && record.revision > seen)
    if (mine.length === 0) continue
    await sendRecords(engine.store, call, mine, options)
    if (mine.at(-1)!.revision === tombstone) throw streamDeleted(stream)
    // EventStoreDB 23.10 tells a subscriber of a stream that did not exist only after its first event.
    if (!found) await send(call, caughtUp())
    found = true
  }
}
