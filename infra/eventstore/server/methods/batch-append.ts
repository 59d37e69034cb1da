import { once } from 'node:events'
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import { status, type ServerDuplexStream } from '@grpc/grpc-js'
import { signalOf } from '../calls.ts'
import type { Expected } from '../log/decide.ts'
import type { Engine } from '../log/engine.ts'
import type { Proposed } from '../log/record.ts'
import { logger } from '../logger.ts'
import { RpcError, serverStopping } from '../rpc-error.ts'
import { answerTo, badRequest, timeout, tooLarge, unknown } from './batch-answers.ts'
import { appendOf, dataSize, maxAppendSize, proposed } from './proposals.ts'

type Options = BatchAppendReq.Options
type Call = ServerDuplexStream<BatchAppendReq, BatchAppendResp>

type OpenAppend = {
  readonly options: Options
  readonly events: Proposed[]
  bytes: number
}

const expectedOf = (options: Options): Expected => {
  if (options.hasStreamPosition()) return Number(options.getStreamPosition())
  if (options.hasNoStream()) return 'no_stream'
  return options.hasStreamExists() ? 'stream_exists' : 'any'
}

/** Failures are answers: an error status would end the call for all appends. */
const failureOf = (error: unknown): BatchAppendResp => {
  if (!(error instanceof RpcError)) {
    logger.error({ err: error }, 'an append failed')
    return unknown()
  }
  if (error.code === status.UNKNOWN) return badRequest()
  if (error.code === status.INVALID_ARGUMENT) return tooLarge()
  return error.code === status.DEADLINE_EXCEEDED ? timeout() : unknown()
}

const resultOf = async (
  engine: Engine,
  { options, events }: OpenAppend,
): Promise<BatchAppendResp> => {
  try {
    const expected = expectedOf(options)
    const deadline = options.getDeadline()?.toDate().getTime() ?? Infinity
    const write = appendOf(options.getStreamIdentifier(), expected, deadline, events)
    return answerTo(await engine.submit(write), expected)
  } catch (error) {
    return failureOf(error)
  }
}

class Assembly {
  readonly #open = new Map<string, OpenAppend>()

  add(request: BatchAppendReq): OpenAppend | undefined {
    const id = Buffer.from(request.getCorrelationId()?.serializeBinary() ?? []).toString('latin1')
    const options = request.getOptions()
    const append = this.#open.get(id) ?? (options && { options, events: [], bytes: 0 })
    if (!append) return undefined
    const events = request.getProposedMessagesList().map(proposed)
    append.events.push(...events)
    append.bytes += dataSize(events)
    // Too large: it is refused at once, and the rest of it is ignored.
    const isComplete = request.getIsFinal() || append.bytes > maxAppendSize
    if (isComplete) this.#open.delete(id)
    else this.#open.set(id, append)
    return isComplete ? append : undefined
  }
}

export const batchAppend =
  (engine: Engine) =>
  async (call: Call): Promise<void> => {
    const assembly = new Assembly()
    const running = new Set<Promise<void>>()

    // Exactly one answer per id: a second one crashes the official client.
    const finish = async (
      append: OpenAppend,
      id: ReturnType<BatchAppendReq['getCorrelationId']>,
    ) => {
      const result = await resultOf(engine, append)
      const answer = result
        .setCorrelationId(id)
        .setStreamIdentifier(append.options.getStreamIdentifier())
      if (!call.cancelled) call.write(answer)
    }
    call.on('data', (request: BatchAppendReq) => {
      const append = assembly.add(request)
      if (!append) return
      const task = finish(append, request.getCorrelationId())
      running.add(task)
      void task.finally(() => running.delete(task))
    })
    const signal = AbortSignal.any([signalOf(call), engine.stopping])
    await once(call, 'end', { signal }).catch(() => undefined)
    await Promise.allSettled(running)
    // After a normal end the client's pending appends would never settle.
    if (engine.closed) throw serverStopping()
  }
