import type { DeleteReq, TombstoneReq } from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerUnaryCall } from '@grpc/grpc-js'
import { streamMessages } from '../../protocol/messages.ts'
import type { Engine } from '../log/engine.ts'
import {
  deadlineExceeded,
  invalidRequest,
  streamDeleted,
  wrongVersionOnDelete,
} from '../rpc-error.ts'
import { deadlineOf, expectedOf, streamName } from './proposals.ts'

const { DeleteResp, TombstoneResp } = streamMessages

/** EventStoreDB's codes for expectations that are not revisions. */
const numbers = { any: -2n, no_stream: -1n, stream_exists: -4n } as const

const carryOut = async (
  engine: Engine,
  call: ServerUnaryCall<DeleteReq | TombstoneReq, unknown>,
  does: 'delete' | 'tombstone',
): Promise<string> => {
  const options = call.request.getOptions()
  if (!options) throw invalidRequest()
  const stream = streamName(options.getStreamIdentifier())
  const expected = expectedOf(options)
  const outcome = await engine.submit({ does, stream, expected, deadline: deadlineOf(call) })
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

export const deleteStream =
  (engine: Engine) => async (call: ServerUnaryCall<DeleteReq, unknown>) => {
    const at = await carryOut(engine, call, 'delete')
    const position = new DeleteResp.Position().setCommitPosition(at).setPreparePosition(at)
    return new DeleteResp().setPosition(position)
  }

export const tombstoneStream =
  (engine: Engine) => async (call: ServerUnaryCall<TombstoneReq, unknown>) => {
    const at = await carryOut(engine, call, 'tombstone')
    const position = new TombstoneResp.Position().setCommitPosition(at).setPreparePosition(at)
    return new TombstoneResp().setPosition(position)
  }
