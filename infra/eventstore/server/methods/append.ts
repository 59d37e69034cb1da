import { setTimeout as sleep } from 'node:timers/promises'
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import { status, type ServerReadableStream } from '@grpc/grpc-js'
import { sharedMessages, streamMessages } from '../../protocol/messages.ts'
import type { Expected, Outcome } from '../log/decide.ts'
import type { Engine } from '../log/engine.ts'
import type { Proposed } from '../log/record.ts'
import {
  appendTooBig,
  deadlineExceeded,
  notUnderstood,
  RpcError,
  streamDeleted,
} from '../rpc-error.ts'
import {
  BadRequest,
  checkEvent,
  checkStreamName,
  dataSize,
  deadlineOf,
  expectedOf,
  maxAppendSize,
  proposed,
  streamName,
} from './proposals.ts'

const { Success, WrongExpectedVersion, Position } = streamMessages.AppendResp
const empty = () => new sharedMessages.Empty()

type Call = ServerReadableStream<AppendReq, AppendResp>
type Request = { readonly stream: string; readonly expected: Expected; readonly events: Proposed[] }

const nearDeadline = 250
const resetFollowsWithin = 30

/**
 * The messages of a whole request. A client whose deadline passes while it is still sending first ends
 * the call and then resets it (Node's HTTP/2 does so), and what came by then would look whole. So near
 * the deadline the end is believed only if no reset follows it.
 */
const receive = async (call: Call): Promise<AppendReq[]> => {
  const messages: AppendReq[] = []
  for await (const message of call) messages.push(message as AppendReq)
  if (deadlineOf(call) - Date.now() < nearDeadline) await sleep(resetFollowsWithin)
  if (call.cancelled) throw new RpcError(status.CANCELLED, 'The client has gone')
  return messages
}

const parse = ([first, ...rest]: readonly AppendReq[]): Request => {
  const options = first?.getOptions()
  if (!options) throw new BadRequest('The call began without options')
  const stream = streamName(options.getStreamIdentifier())
  checkStreamName(stream)
  const events = rest.map((message) => {
    const event = message.getProposedMessage()
    if (!event) throw new BadRequest('A message held no event')
    return proposed(event)
  })
  events.forEach(checkEvent)
  return { stream, expected: expectedOf(options), events }
}

const success = (revision: number, position: number | null) => {
  const answer = new Success().setCurrentRevision(String(revision))
  if (position === null) return answer.setNoPosition(empty())
  const place = String(position)
  return answer.setPosition(new Position().setCommitPosition(place).setPreparePosition(place))
}

/** Carries the fields of today's clients and those of version 20.6, as EventStoreDB does. */
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

const answerTo = ({ stream, expected }: Request, outcome: Outcome): AppendResp => {
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

const requestIn = (messages: readonly AppendReq[]): Request => {
  try {
    return parse(messages)
  } catch (error) {
    if (error instanceof BadRequest) throw notUnderstood()
    throw error
  }
}

/** Streams/Append: options first, then an event per message, then one answer. */
export const append =
  (engine: Engine) =>
  async (call: Call): Promise<AppendResp> => {
    const request = requestIn(await receive(call))
    if (dataSize(request.events) > maxAppendSize) throw appendTooBig(maxAppendSize)
    const write = { does: 'append', deadline: deadlineOf(call), ...request } as const
    return answerTo(request, await engine.submit(write))
  }
