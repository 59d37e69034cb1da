import type { Call } from './call.ts'
import type { Expected, Outcome } from './decide.ts'
import type { Engine } from './engine.ts'
import { sharedMessages, streamMessages } from './generated.ts'
import {
  BadRequest,
  checkStreamName,
  dataSize,
  maxAppendSize,
  proposed,
  streamName,
} from './proposals.ts'
import type { Proposed } from './record.ts'
import { appendTooBig, code, notInHandler, Status, streamDeleted } from './status.ts'

const { AppendReq, AppendResp } = streamMessages
const { Empty } = sharedMessages

type Request = { readonly stream: string; readonly expected: Expected; readonly events: Proposed[] }

const expectedOf = (options: InstanceType<typeof AppendReq.Options>): Expected => {
  if (options.hasRevision()) return Number(options.getRevision())
  if (options.hasNoStream()) return 'no_stream'
  return options.hasStreamExists() ? 'stream_exists' : 'any'
}

const parse = ([first, ...rest]: readonly Buffer[]): Request => {
  const options = first && AppendReq.deserializeBinary(first).getOptions()
  if (!options) throw new BadRequest('The call began without options')
  const stream = streamName(options.getStreamIdentifier())
  checkStreamName(stream)
  const events = rest.map((message) => {
    const event = AppendReq.deserializeBinary(message).getProposedMessage()
    if (!event) throw new BadRequest('A message held no event')
    return proposed(event)
  })
  return { stream, expected: expectedOf(options), events }
}

const success = (revision: number, position: number | null): Uint8Array => {
  const answer = new AppendResp.Success().setCurrentRevision(String(revision))
  if (position === null) answer.setNoPosition(new Empty())
  else
    answer.setPosition(
      new AppendResp.Position()
        .setCommitPosition(String(position))
        .setPreparePosition(String(position)),
    )
  return new AppendResp().setSuccess(answer).serializeBinary()
}

/** Carries the fields of today's clients and those of version 20.6, as EventStoreDB does. */
const wrongVersion = (expected: Expected, actual: number): Uint8Array => {
  const answer = new AppendResp.WrongExpectedVersion()
  if (actual < 0) answer.setCurrentNoStream(new Empty()).setNoStream2060(new Empty())
  else answer.setCurrentRevision(String(actual)).setCurrentRevision2060(actual)
  if (expected === 'any') answer.setExpectedAny(new Empty()).setAny2060(new Empty())
  else if (expected === 'stream_exists')
    answer.setExpectedStreamExists(new Empty()).setStreamExists2060(new Empty())
  else if (expected === 'no_stream') answer.setExpectedNoStream(new Empty())
  else answer.setExpectedRevision(String(expected)).setExpectedRevision2060(expected)
  return new AppendResp().setWrongExpectedVersion(answer).serializeBinary()
}

const answer = ({ stream, expected }: Request, outcome: Outcome): Uint8Array => {
  switch (outcome.is) {
    case 'done':
      return success(outcome.revision, outcome.position)
    case 'wrong version':
      return wrongVersion(expected, outcome.actual)
    case 'deleted':
      throw streamDeleted(stream)
    case 'too late':
      throw new Status(code.deadlineExceeded, 'Deadline Exceeded')
  }
}

/** Streams/Append: options first, then an event per message, then one answer. */
export const append = (engine: Engine) => async (call: Call) => {
  const messages = await call.all()
  const request = refused(() => parse(messages))
  if (dataSize(request.events) > maxAppendSize) throw appendTooBig(maxAppendSize)
  const outcome = await engine.submit({ does: 'append', deadline: call.deadline, ...request })
  await call.send(answer(request, outcome))
}

const refused = <T>(parsed: () => T): T => {
  try {
    return parsed()
  } catch {
    throw notInHandler()
  }
}
