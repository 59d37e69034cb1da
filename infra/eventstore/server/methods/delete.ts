import type {
  DeleteReq,
  DeleteResp,
  TombstoneReq,
  TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerUnaryCall } from '@grpc/grpc-js'
import { streamMessages } from '../../protocol/messages.ts'
import type { Expected, Outcome } from '../log/decide.ts'
import type { Engine } from '../log/engine.ts'
import {
  deadlineExceeded,
  notUnderstood,
  streamDeleted,
  wrongVersionOnDelete,
} from '../rpc-error.ts'
import { deadlineOf, expectedOf, streamName } from './proposals.ts'

/** The numbers that EventStoreDB has for what is not a revision. */
const numbers = { any: -2n, no_stream: -1n, stream_exists: -4n } as const

const positionIn = (outcome: Outcome, stream: string, expected: Expected): string => {
  switch (outcome.is) {
    case 'done':
      return String(outcome.position)
    case 'deleted':
      throw streamDeleted(stream)
    case 'wrong version': {
      const asked = typeof expected === 'number' ? BigInt(expected) : numbers[expected]
      throw wrongVersionOnDelete(stream, asked, BigInt(outcome.actual))
    }
    case 'too late':
      throw deadlineExceeded()
  }
}

const carryOut = async (
  engine: Engine,
  call: ServerUnaryCall<DeleteReq | TombstoneReq, unknown>,
  does: 'delete' | 'tombstone',
): Promise<string> => {
  const options = call.request.getOptions()
  const stream = streamName(options?.getStreamIdentifier())
  if (!options || stream === '' || stream.includes('\0')) throw notUnderstood()
  const expected = expectedOf(options)
  const outcome = await engine.submit({ does, stream, expected, deadline: deadlineOf(call) })
  return positionIn(outcome, stream, expected)
}

/** Streams/Delete: the stream reads as not found, until somebody appends to it again. */
export const deleteStream =
  (engine: Engine) =>
  async (call: ServerUnaryCall<DeleteReq, DeleteResp>): Promise<DeleteResp> => {
    const { DeleteResp: Response } = streamMessages
    const at = await carryOut(engine, call, 'delete')
    const position = new Response.Position().setCommitPosition(at).setPreparePosition(at)
    return new Response().setPosition(position)
  }

/** Streams/Tombstone: the stream is over for good. */
export const tombstoneStream =
  (engine: Engine) =>
  async (call: ServerUnaryCall<TombstoneReq, TombstoneResp>): Promise<TombstoneResp> => {
    const { TombstoneResp: Response } = streamMessages
    const at = await carryOut(engine, call, 'tombstone')
    const position = new Response.Position().setCommitPosition(at).setPreparePosition(at)
    return new Response().setPosition(position)
  }
