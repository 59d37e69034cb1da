import { randomUUID } from 'node:crypto'
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import { send } from '../calls.ts'
import type { Engine } from '../log/engine.ts'
import { firstPosition, positionAfter } from '../log/record.ts'
import { invalidRequest } from '../rpc-error.ts'
import { caughtUp, checkpoint, confirmation } from './read-answers.ts'
import {
  following,
  page,
  sendRecords,
  unexpectedResult,
  type ReadCall,
  type ReadOptions,
} from './send-records.ts'

type From = ReadReq.Options.AllOptions

/** Rejects a position at which no record starts. */
const startOf = async ({ log }: Engine, from: From): Promise<number> => {
  if (from.hasStart()) return firstPosition
  if (from.hasEnd()) return log.end
  const commit = Number(from.getPosition()?.getCommitPosition() ?? 0)
  const prepare = Number(from.getPosition()?.getPreparePosition() ?? 0)
  if (commit < prepare) throw invalidRequest()
  if (commit === 0 || commit >= log.end) return commit
  const [record] = await log.forwards(commit, 1)
  if (record?.position !== commit) throw unexpectedResult('ReadAllResult')
  return commit
}

export const readAll = async (
  engine: Engine,
  call: ReadCall,
  from: From,
  options: ReadOptions,
): Promise<void> => {
  if (options.count === 0) throw unexpectedResult('ReadAllResult')
  const { forwards, filter } = options
  const start = await startOf(engine, from)
  const { end } = engine.log
  let next = Math.min(start, end)
  for (let left = options.count; left > 0 && !call.cancelled;) {
    const limit = filter ? page : Math.min(left, page)
    const read = forwards
      ? await engine.log.forwards(next, limit)
      : await engine.store.queries.backwards(next, limit)
    const records = read.filter(({ position }) => position < end)
    const passed = filter ? records.filter(filter.passes) : records
    const sent = passed.slice(0, left)
    await sendRecords(engine, call, sent, options)
    left -= sent.length
    if (records.length === 0) return
    next = forwards ? positionAfter(records.at(-1)!) : records.at(-1)!.position
  }
}

export const subscribeAll = async (
  engine: Engine,
  call: ReadCall,
  from: From,
  options: ReadOptions,
): Promise<void> => {
  const start = await startOf(engine, from)
  const { passes = () => true, checkpointEvery = Infinity } = options.filter ?? {}
  let considered = 0
  let live = false
  await send(call, confirmation(randomUUID()))
  for await (const records of following(engine, call, from.hasPosition() ? start + 1 : start)) {
    if (records.length === 0 && !live) await send(call, caughtUp())
    live ||= records.length === 0
    let passed = []
    for (const record of records) {
      if (passes(record)) passed.push(record)
      if (++considered < checkpointEvery) continue
      // Lets a client that receives few events resume near the end.
      considered = 0
      await sendRecords(engine, call, passed, options)
      passed = []
      // Before it has caught up, EventStoreDB sends no prepare position.
      await send(call, checkpoint(record.position, live ? record.position : 0))
    }
    await sendRecords(engine, call, passed, options)
  }
}
