import { randomUUID } from 'node:crypto'
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import type { Call } from './call.ts'
import type { Engine } from './engine.ts'
import { caughtUp, confirmation } from './read-answers.ts'
import { sendRecords, type ReadOptions } from './reading.ts'
import { positionAfter, tombstone } from './record.ts'
import { streamDeleted } from './status.ts'
import { firstVisible, isFound, youngEnough } from './stream-range.ts'

const page = 500

const lastSeen = (options: ReadReq.Options.StreamOptions, end: number): number => {
  if (options.hasRevision()) return Number(options.getRevision())
  return options.hasEnd() ? end : -1
}

/** One stream after a revision, and then what comes to it. */
export const subscribeStream = async (
  engine: Engine,
  call: Call,
  stream: string,
  from: ReadReq.Options.StreamOptions,
  options: ReadOptions,
): Promise<void> => {
  // Taken before the stream is read: whatever that does not show lies from here on.
  let next = engine.end
  const head = await engine.head(stream)
  if (head.tombstoned) throw streamDeleted(stream)
  let seen = lastSeen(from, head.last)
  await call.send(confirmation(randomUUID()))

  let found = isFound(head)
  const lowest = firstVisible(head)
  while (found && !call.cut) {
    const records = await engine.store.streamForwards(stream, Math.max(seen + 1, lowest), page)
    const live = records.filter(({ revision }) => revision !== tombstone)
    await sendRecords(engine, call, youngEnough(live, head), options)
    if (live.length === 0) break
    seen = live.at(-1)!.revision
  }
  if (found) await call.send(caughtUp())

  while (!call.cut && !engine.closed) {
    const records = await engine.forwards(next, page)
    if (records.length === 0) {
      await engine.grown(next, call.signal)
      continue
    }
    next = positionAfter(records.at(-1)!)
    const mine = records.filter((record) => record.stream === stream && record.revision > seen)
    if (mine.length === 0) continue
    await sendRecords(engine, call, mine, options)
    if (mine.at(-1)!.revision === tombstone) throw streamDeleted(stream)
    // EventStoreDB 23.10 tells a subscriber of a stream that did not exist only after its first event.
    if (!found) await call.send(caughtUp())
    found = true
  }
}
