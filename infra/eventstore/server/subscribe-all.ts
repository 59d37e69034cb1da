import { randomUUID } from 'node:crypto'
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import type { Call } from './call.ts'
import type { Engine } from './engine.ts'
import { caughtUp, checkpoint, confirmation } from './read-answers.ts'
import { sendRecords, unexpectedResult, type ReadOptions } from './reading.ts'
import { firstPosition, positionAfter, type LogRecord } from './record.ts'
import { notInHandler } from './status.ts'

const page = 500

/** Position of the first record after the one that the client has. */
const startOf = async (engine: Engine, options: ReadReq.Options.AllOptions): Promise<number> => {
  if (options.hasStart()) return firstPosition
  if (options.hasEnd()) return engine.end
  const commit = Number(options.getPosition()?.getCommitPosition() ?? 0)
  const prepare = Number(options.getPosition()?.getPreparePosition() ?? 0)
  if (commit < prepare) throw notInHandler()
  if (commit === 0) return firstPosition
  // Beyond the end: only what comes after that position, whenever it comes.
  if (commit >= engine.end) return commit + 1
  const [record] = await engine.forwards(commit, 1)
  if (record?.position !== commit) throw unexpectedResult('ReadAllResult')
  return positionAfter(record)
}

/** Records that were looked at and did not lead to a checkpoint yet. */
type Considered = { count: number }

/**
 * Cuts the records after each one that is due for a checkpoint, so that a client which sees few of them
 * can still resume near the end.
 */
const untilCheckpoint = (
  records: readonly LogRecord[],
  every: number,
  considered: Considered,
): readonly (readonly [readonly LogRecord[], LogRecord | null])[] => {
  const parts: [LogRecord[], LogRecord | null][] = [[[], null]]
  for (const record of records) {
    parts.at(-1)![0].push(record)
    if (++considered.count < every) continue
    considered.count = 0
    parts.at(-1)![1] = record
    parts.push([[], null])
  }
  return parts
}

/** $all from a position on, and then what comes. A cursor that pulls: it cannot overflow or skip. */
export const subscribeAll = async (
  engine: Engine,
  call: Call,
  from: ReadReq.Options.AllOptions,
  options: ReadOptions,
): Promise<void> => {
  let next = await startOf(engine, from)
  const considered: Considered = { count: 0 }
  let live = false
  await call.send(confirmation(randomUUID()))
  while (!call.cut && !engine.closed) {
    const records = await engine.forwards(next, page)
    if (records.length === 0) {
      if (!live) await call.send(caughtUp())
      live = true
      await engine.grown(next, call.signal)
      continue
    }
    next = positionAfter(records.at(-1)!)
    if (!options.filter) {
      await sendRecords(engine, call, records, options)
      continue
    }
    const { checkpointEvery, passes } = options.filter
    for (const [part, due] of untilCheckpoint(records, checkpointEvery, considered)) {
      await sendRecords(engine, call, part.filter(passes), options)
      // While it catches up, EventStoreDB leaves the second number out.
      if (due) await call.send(checkpoint(due.position, live ? due.position : 0))
    }
  }
}
