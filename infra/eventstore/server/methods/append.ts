import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import { status, type ServerReadableStream } from '@grpc/grpc-js'
import { sharedMessages, streamMessages } from '../../protocol/messages.ts'
import type { Expected, Outcome } from '../log/decide.ts'
import type { Engine } from '../log/engine.ts'
import type { Append } from '../log/write.ts'
import {
  appendTooBig,
  deadlineExceeded,
  invalidRequest,
  RpcError,
  serverStopping,
  streamDeleted,
} from '../rpc-error.ts'
import { appendOf, deadlineOf, expectedOf, maxAppendSize, proposed } from './proposals.ts'

const { Success, WrongExpectedVersion, Position } = streamMessages.AppendResp
const empty = () => new sharedMessages.Empty()

type Call = ServerReadableStream<AppendReq, AppendResp>

const nearDeadline = 250
const resetWithin = 30

/** Node's HTTP/2 client may end a truncated request at its deadline and only then reset it, so wait for a reset. */
const receive = async (call: Call): Promise<AppendReq[]> => {
  const messages: AppendReq[] = []
  let bytes = 0
  for await (const message of call as AsyncIterable<AppendReq>) {
    messages.push(message)
    bytes += message.getProposedMessage()?.getData_asU8().length ?? 0
    // Refused at once: the client may never end, and what it sends is in memory.
    if (bytes > maxAppendSize) throw appendTooBig(maxAppendSize)
  }
  if (deadlineOf(call) - Date.now() < nearDeadline) await sleep(resetWithin)
  if (call.cancelled) throw new RpcError(status.CANCELLED, 'The client has gone')
  return messages
}

/** Otherwise an append that never ends delays the stop, and the client does not hear why it failed. */
const receiveUnlessStopped = async (engine: Engine, call: Call): Promise<AppendReq[]> => {
  if (engine.closed) throw serverStopping()
  const received = new AbortController()
  const stopped = once(engine.stopping, 'abort', { signal: received.signal }).then(() => {
    throw serverStopping()
  })
  return Promise.race([receive(call), stopped]).finally(() => received.abort())
}

const parse = ([first, ...rest]: readonly AppendReq[], deadline: number): Append => {
  const options = first?.getOptions()
  if (!options) throw invalidRequest()
  const events = rest.map((message) => {
    const event = message.getProposedMessage()
    if (!event) throw invalidRequest()
    return proposed(event)
  })
  return appendOf(options.getStreamIdentifier(), expectedOf(options), deadline, events)
}

const success = (revision: number, position: number | null) => {
  const answer = new Success().setCurrentRevision(String(revision))
  if (position === null) return answer.setNoPosition(empty())
  const place = String(position)
  return answer.setPosition(new Position().setCommitPosition(place).setPreparePosition(place))
}

/** Also fills the fields for clients of version 20.6, as EventStoreDB does. */
const wrongVersion = (expected: Expected, actual: number) => {
  const answer = new WrongExpectedVersion()
  if (actual < 0) answer.setCurrentNoStream(empty()).setNoStream2060(empty())
  else answer.setCurrentRevision(String(actual)).setCurrentRevision2060(actual)
  if (expected === 'any') return answer.setExpectedAny(empty()).setAny2060(empty())
  if (expected === 'stream_exists')
    return answer.setExpectedStreamExists(empty()).setStreamExists2060(empty())
  if (expected === 'no_stream') return answer.setExpectedNoStream(empty())
  return answer.setExpectedRevision(String(expected)).setExpectedRevision2060(expected)
}

const answerTo = ({ stream, expected }: Append, outcome: Outcome): AppendResp => {
  const answer = new streamMessages.AppendResp()
  switch (outcome.is) {
    case 'done':
      return answer.setSuccess(success(outcome.revision, outcome.position))
    case 'wrong version':
      return answer.setWrongExpectedVersion(wrongVersion(expected, outcome.actual))
    case 'deleted':
      throw streamDeleted(stream)
    case 'too late':
      throw deadlineExceeded()
  }
}

export const append =
  (engine: Engine) =>
  async (call: Call): Promise<AppendResp> => {
    const write = parse(await receiveUnlessStopped(engine, call), deadlineOf(call))
    return answerTo(write, await engine.submit(write))
  }
