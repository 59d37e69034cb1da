import { randomUUID } from 'node:crypto'
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import { send, signalOf } from '../calls.ts'
import type { Engine } from '../log/engine.ts'
import { caughtUp, checkpoint, confirmation } from './read-answers.ts'
import { sendRecords, unexpectedResult, type ReadCall, type ReadOptions } from './send-records.ts'
import { firstPosition, positionAfter, type LogRecord } from '../log/record.ts'
import { notUnderstood } from '../rpc-error.ts'

const page = 500

/** Position of the first record after the one that the client has. */
const startOf = async (engine: Engine, options: ReadReq.Options.AllOptions): Promise<number> => {
  if (options.hasStart()) return firstPosition
  if (options.hasEnd()) return engine.end
  const commit = Number(options.getPosition()?.getCommitPosition() ?? 0)
  const prepare = Number(options.getPosition()?.getPreparePosition() ?? 0)
  if (commit < prepare) throw notUnderstood()
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
  call: ReadCall,
  from: ReadReq.Options.AllOptions,
  options: ReadOptions,
): Promise<void> => {
  let next = await startOf(engine, from)
  const considered: Considered = { count: 0 }
  let live = false
  const gone = signalOf(call)
  await send(call, confirmation(randomUUID()))
  while (!call.cancelled && !engine.closed) {
    const records = await engine.forwards(next, page)
    if (records.length === 0) {
      if (!live) await send(call, caughtUp())
      live = true
      await engine.grown(next, gone)
      continue
    }
    next = positionAfter(records.at(-1)!)
    if (!options.filter) {
      await sendRecords(engine.store, call, records, options)
      continue
    }
    const { checkpointEvery, passes } = options.filter
    for (const [part, due] of untilCheckpoint(records, checkpointEvery, considered)) {
      await sendRecords(engine.store, call, part.filter(passes), options)
      // While it catches up, EventStoreDB leaves the second number out.
      if (due) await send(call, checkpoint(due.position, live ? due.position : 0))
    }
  }
}
