import type { Message } from 'google-protobuf'
import anyModule from 'google-protobuf/google/protobuf/any_pb.js'
import emptyModule from 'google-protobuf/google/protobuf/empty_pb.js'
import type { Expected, Outcome } from './decide.ts'
import { FieldWriter, sizeOf, sizeOfNumber } from '../protobuf/field-writer.ts'
import { sharedMessages, statusMessages, streamMessages } from './generated.ts'
import { maxAppendSize } from './proposals.ts'
import { code } from './status.ts'

const { BatchAppendResp: Response } = streamMessages
const { Empty } = emptyModule

/** Field numbers and wire types of BatchAppendResp. */
const response = { correlationId: 0x0a, success: 0x1a, stream: 0x22 } as const
const done = { revision: 0x08, position: 0x1a, noPosition: 0x22 } as const
const place = { commit: 0x08, prepare: 0x10 } as const

const success = (revision: number, position: number | null): Buffer => {
  const placeSize = position === null ? 0 : 2 * sizeOfNumber(position)
  const size = sizeOfNumber(revision) + sizeOf(placeSize)
  const into = new FieldWriter(Buffer.allocUnsafe(sizeOf(size)))
  into.number(response.success, size)
  into.number(done.revision, revision)
  into.number(position === null ? done.noPosition : done.position, placeSize)
  if (position !== null) {
    into.number(place.commit, position)
    into.number(place.prepare, position)
  }
  return into.message
}

const failure = (name: string, status: number, message: string, detail: Message): Uint8Array => {
  const any = new anyModule.Any()
  any.pack(detail.serializeBinary(), `event_store.client.${name}`)
  const error = new statusMessages.Status().setCode(status).setMessage(message).setDetails(any)
  return new Response().setError(error).serializeBinary()
}

const wrongVersion = (expected: Expected, actual: number): Uint8Array => {
  const detail = new sharedMessages.WrongExpectedVersion()
  if (actual < 0) detail.setCurrentNoStream(new Empty())
  else detail.setCurrentStreamRevision(String(actual))
  if (expected === 'any') detail.setExpectedAny(new Empty())
  else if (expected === 'stream_exists') detail.setExpectedStreamExists(new Empty())
  else if (expected === 'no_stream') detail.setExpectedNoStream(new Empty())
  else detail.setExpectedStreamPosition(String(expected))
  return failure('WrongExpectedVersion', 6, 'WrongExpectedVersion', detail)
}

export const timeout = () =>
  failure('Timeout', code.deadlineExceeded, 'Timeout', new sharedMessages.Timeout())

export const tooLarge = () =>
  failure(
    'MaximumAppendSizeExceeded',
    3,
    'MaximumAppendSizeExceeded',
    new sharedMessages.MaximumAppendSizeExceeded().setMaxappendsize(maxAppendSize),
  )

export const badRequest = () =>
  failure('BadRequest', 3, 'BadRequest', new sharedMessages.BadRequest())

export const unknown = () =>
  failure('Unknown', code.unknown, 'Unknown', new sharedMessages.Unknown())

/** What came of an append, without saying which. */
export const resultOf = (outcome: Outcome, expected: Expected): Uint8Array => {
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

/** The whole answer: what came of the append with this id to this stream. */
export const answer = (id: Uint8Array, stream: Uint8Array, result: Uint8Array): Buffer => {
  const size = sizeOf(id.length) + sizeOf(stream.length) + result.length
  const into = new FieldWriter(Buffer.allocUnsafe(size))
  into.bytes(response.correlationId, id)
  into.raw(result)
  into.bytes(response.stream, stream)
  return into.message
}
