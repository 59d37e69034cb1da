import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'
import type { Message } from 'google-protobuf'
import anyModule from 'google-protobuf/google/protobuf/any_pb.js'
import {
  googleEmpty,
  sharedMessages,
  statusMessages,
  streamMessages,
} from '../../protocol/messages.ts'
import type { Expected, Outcome } from '../log/decide.ts'
import { maxAppendSize } from './proposals.ts'

const { BatchAppendResp: Response } = streamMessages
const { Success } = Response

const success = (revision: number, position: number | null): BatchAppendResp => {
  const answer = new Success().setCurrentRevision(String(revision))
  if (position === null) answer.setNoPosition(googleEmpty())
  else {
    const place = new sharedMessages.AllStreamPosition()
    const at = String(position)
    answer.setPosition(place.setCommitPosition(at).setPreparePosition(at))
  }
  return new Response().setSuccess(answer)
}

const failure = (name: string, code: number, detail: Message): BatchAppendResp => {
  const any = new anyModule.Any()
  any.pack(detail.serializeBinary(), `event_store.client.${name}`)
  const error = new statusMessages.Status().setCode(code).setMessage(name).setDetails(any)
  return new Response().setError(error)
}

const wrongVersion = (expected: Expected, actual: number): BatchAppendResp => {
  const detail = new sharedMessages.WrongExpectedVersion()
  if (actual < 0) detail.setCurrentNoStream(googleEmpty())
  else detail.setCurrentStreamRevision(String(actual))
  if (expected === 'any') detail.setExpectedAny(googleEmpty())
  else if (expected === 'stream_exists') detail.setExpectedStreamExists(googleEmpty())
  else if (expected === 'no_stream') detail.setExpectedNoStream(googleEmpty())
  else detail.setExpectedStreamPosition(String(expected))
  return failure('WrongExpectedVersion', status.ALREADY_EXISTS, detail)
}

export const timeout = () =>
  failure('Timeout', status.DEADLINE_EXCEEDED, new sharedMessages.Timeout())

export const tooLarge = () => {
  const detail = new sharedMessages.MaximumAppendSizeExceeded().setMaxappendsize(maxAppendSize)
  return failure('MaximumAppendSizeExceeded', status.INVALID_ARGUMENT, detail)
}

export const badRequest = () =>
  failure('BadRequest', status.INVALID_ARGUMENT, new sharedMessages.BadRequest())

export const unknown = () => failure('Unknown', status.UNKNOWN, new sharedMessages.Unknown())

export const answerTo = (outcome: Outcome, expected: Expected): BatchAppendResp => {
  switch (outcome.is) {
    case 'done':
      return success(outcome.revision, outcome.position)
    case 'wrong version':
      return wrongVersion(expected, outcome.actual)
    case 'deleted': {
      const detail = new sharedMessages.StreamDeleted()
      return failure('StreamDeleted', status.FAILED_PRECONDITION, detail)
    }
    case 'too late':
      return timeout()
  }
}
