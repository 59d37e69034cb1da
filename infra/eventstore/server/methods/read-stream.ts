import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import { send } from '../calls.ts'
import type { Engine } from '../log/engine.ts'
import { sendRecords, unexpectedResult, type ReadCall, type ReadOptions } from './send-records.ts'
import { streamNotFound } from './read-answers.ts'
import { streamDeleted } from '../rpc-error.ts'
import { firstVisible, isFound, youngEnough } from './stream-range.ts'

const page = 500

const startOf = (options: ReadReq.Options.StreamOptions, end: number): number => {
  if (options.hasRevision()) return Number(options.getRevision())
  return options.hasEnd() ? end : 0
}

export const readStream = async (
  engine: Engine,
  call: ReadCall,
  stream: string,
  from: ReadReq.Options.StreamOptions,
  options: ReadOptions,
): Promise<void> => {
  if (options.count === 0 || (options.forwards && from.hasEnd()))
    throw unexpectedResult('ReadStreamResult')
  const head = await engine.head(stream)
  if (head.tombstoned) throw streamDeleted(stream)
  if (!isFound(head)) return send(call, streamNotFound(stream))

  const lowest = firstVisible(head)
  const start = startOf(from, head.last)
  let next = options.forwards ? Math.max(start, lowest) : Math.min(start, head.last)
  let left = options.count
  while (left > 0 && next >= lowest && next <= head.last && !call.cancelled) {
    const limit = Math.min(left, page)
    const records = options.forwards
      ? await engine.store.queries.streamForwards(stream, next, limit)
      : await engine.store.queries.streamBackwards(stream, next, limit)
    const visible = records.filter(({ revision }) => revision >= lowest && revision <= head.last)
    await sendRecords(engine.store, call, youngEnough(visible, head), options)
    if (visible.length === 0) return
    left -= visible.length
    next = visible.at(-1)!.revision + (options.forwards ? 1 : -1)
  }
}
