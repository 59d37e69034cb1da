import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { Message } from 'google-protobuf'
import anyModule from 'google-protobuf/google/protobuf/any_pb.js'
import emptyModule from 'google-protobuf/google/protobuf/empty_pb.js'
import type { Call } from './call.ts'
import type { Expected, Outcome } from './decide.ts'
import type { Engine } from './engine.ts'
import { sharedMessages, statusMessages, streamMessages } from './generated.ts'
import {
  BadRequest,
  checkStreamName,
  dataSize,
  maxAppendSize,
  proposed,
  streamName,
  uuidText,
} from './proposals.ts'
import type { Proposed } from './record.ts'
import { code, Status } from './status.ts'

const { BatchAppendReq: Request, BatchAppendResp: Response } = streamMessages
const { Empty } = emptyModule

type Options = BatchAppendReq.Options
type Open = {
  readonly options: Options
  readonly messages: BatchAppendReq.ProposedMessage[]
  /** Of data, as the limit counts it. */
  bytes: number
}

const expectedOf = (options: Options): Expected => {
  if (options.hasStreamPosition()) return Number(options.getStreamPosition())
  if (options.hasNoStream()) return 'no_stream'
  return options.hasStreamExists() ? 'stream_exists' : 'any'
}

const deadlineOf = (options: Options): number =>
  options.getDeadline()?.toDate().getTime() ?? Infinity

const failure = (name: string, status: number, message: string, detail: Message) => {
  const any = new anyModule.Any()
  any.pack(detail.serializeBinary(), `event_store.client.${name}`)
  return new Response().setError(
    new statusMessages.Status().setCode(status).setMessage(message).setDetails(any),
  )
}

const success = (revision: number, position: number | null): BatchAppendResp => {
  const done = new Response.Success().setCurrentRevision(String(revision))
  if (position === null) done.setNoPosition(new Empty())
  else
    done.setPosition(
      new sharedMessages.AllStreamPosition()
        .setCommitPosition(String(position))
        .setPreparePosition(String(position)),
    )
  return new Response().setSuccess(done)
}

const wrongVersion = (expected: Expected, actual: number): BatchAppendResp => {
  const detail = new sharedMessages.WrongExpectedVersion()
  if (actual < 0) detail.setCurrentNoStream(new Empty())
  else detail.setCurrentStreamRevision(String(actual))
  if (expected === 'any') detail.setExpectedAny(new Empty())
  else if (expected === 'stream_exists') detail.setExpectedStreamExists(new Empty())
  else if (expected === 'no_stream') detail.setExpectedNoStream(new Empty())
  else detail.setExpectedStreamPosition(String(expected))
  return failure('WrongExpectedVersion', 6, 'WrongExpectedVersion', detail)
}

const timeout = () =>
  failure('Timeout', code.deadlineExceeded, 'Timeout', new sharedMessages.Timeout())

const answerTo = (outcome: Outcome, expected: Expected): BatchAppendResp => {
  switch (outcome.is) {
    case 'done':
      return success(outcome.revision, outcome.position)
    case 'wrong version':
      return wrongVersion(expected, outcome.actual)
    case 'deleted':
      return failure('StreamDeleted', 9, 'StreamDeleted', new sharedMessages.StreamDeleted())
    case 'too late':
      return timeout()
  }
}

const carryOut = async (engine: Engine, { options, messages }: Open): Promise<BatchAppendResp> => {
  const expected = expectedOf(options)
  const stream = streamName(options.getStreamIdentifier())
  checkStreamName(stream)
  const events: Proposed[] = messages.map(proposed)
  if (dataSize(events) > maxAppendSize) {
    const detail = new sharedMessages.MaximumAppendSizeExceeded().setMaxappendsize(maxAppendSize)
    return failure('MaximumAppendSizeExceeded', 3, 'MaximumAppendSizeExceeded', detail)
  }
  const deadline = deadlineOf(options)
  return answerTo(
    await engine.submit({ does: 'append', stream, expected, deadline, events }),
    expected,
  )
}

/** Each correlation id gets exactly one answer: a second one crashes the official client. */
const answered = async (engine: Engine, open: Open): Promise<BatchAppendResp> => {
  try {
    return await carryOut(engine, open)
  } catch (error) {
    if (error instanceof BadRequest)
      return failure('BadRequest', 3, 'BadRequest', new sharedMessages.BadRequest())
    if (error instanceof Status && error.code === code.deadlineExceeded) return timeout()
    if (!(error instanceof Status)) console.error(error)
    return failure('Unknown', code.unknown, 'Unknown', new sharedMessages.Unknown())
  }
}

/** Streams/BatchAppend: many appends over one call, each in one message or more, answered as they end. */
export const batchAppend = (engine: Engine) => async (call: Call) => {
  const open = new Map<string, Open>()
  const running = new Set<Promise<void>>()

  const finish = async (request: BatchAppendReq, whole: Open) => {
    const response = await answered(engine, whole)
    response
      .setCorrelationId(request.getCorrelationId())
      .setStreamIdentifier(whole.options.getStreamIdentifier())
    await call.send(response.serializeBinary())
  }

  const received = call.receive((message) => {
    const request = Request.deserializeBinary(message)
    const id = uuidText(request.getCorrelationId())
    const options = request.getOptions()
    const whole = open.get(id) ?? (options && { options, messages: [], bytes: 0 })
    if (!whole) return
    // Of an append that is too large already, the rest need not be kept to say so.
    if (whole.bytes <= maxAppendSize)
      for (const event of request.getProposedMessagesList()) {
        whole.messages.push(event)
        whole.bytes += event.getData_asU8().length
      }
    if (!request.getIsFinal()) {
      open.set(id, whole)
      return
    }
    open.delete(id)
    const task = finish(request, whole)
    running.add(task)
    void task.finally(() => running.delete(task))
  })
  const stopped = new Promise<void>((resolve) =>
    engine.stopping.addEventListener('abort', () => resolve(), { signal: call.signal }),
  )
  await Promise.race([received, stopped])
  await Promise.allSettled(running)
  // With a plain end of the call, what the client still waits for would never settle.
  if (engine.closed) throw new Status(code.unavailable, 'The server is stopping')
}
