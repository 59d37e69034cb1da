import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import type { Engine } from '../log/engine.ts'
import { sendRecords, unexpectedResult, type ReadCall, type ReadOptions } from './send-records.ts'
import { firstPosition, positionAfter, type LogRecord } from '../log/record.ts'
import { notUnderstood } from '../rpc-error.ts'

const page = 500

/** Where to begin; null when that lies beyond everything. A place where no record begins is refused. */
const startOf = async (
  engine: Engine,
  options: ReadReq.Options.AllOptions,
): Promise<number | null> => {
  if (options.hasStart()) return firstPosition
  if (options.hasEnd()) return engine.end
  const commit = Number(options.getPosition()?.getCommitPosition() ?? 0)
  const prepare = Number(options.getPosition()?.getPreparePosition() ?? 0)
  if (commit < prepare) throw notUnderstood()
  if (commit >= engine.end) return null
  if (commit === 0) return firstPosition
  if (!(await engine.isRecord(commit))) throw unexpectedResult('ReadAllResult')
  return commit
}

/** Counts what was sent, to stop at the limit: with a filter, what did not pass does not count. */
const taken = (records: readonly LogRecord[], left: number, options: ReadOptions) =>
  (options.filter ? records.filter(options.filter.passes) : records).slice(0, left)

export const readAll = async (
  engine: Engine,
  call: ReadCall,
  from: ReadReq.Options.AllOptions,
  options: ReadOptions,
): Promise<void> => {
  if (options.count === 0) throw unexpectedResult('ReadAllResult')
  const start = await startOf(engine, from)
  const end = engine.end
  let left = options.count
  let next = start ?? end
  while (left > 0 && !call.cancelled) {
    const limit = options.filter ? page : Math.min(left, page)
    const read = options.forwards
      ? await engine.forwards(next, limit)
      : await engine.store.queries.backwards(next, limit)
    const records = read.filter(({ position }) => position < end)
    const sent = taken(records, left, options)
    await sendRecords(engine.store, call, sent, options)
    left -= sent.length
    if (records.length === 0) return
    next = options.forwards ? positionAfter(records.at(-1)!) : records.at(-1)!.position
  }
}
