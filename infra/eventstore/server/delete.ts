import type { Call } from './call.ts'
import type { Expected, Outcome } from './decide.ts'
import type { Engine } from './engine.ts'
import { streamMessages } from './generated.ts'
import { streamName } from './proposals.ts'
import { code, notInHandler, Status, streamDeleted, wrongVersionOnDelete } from './status.ts'

const { DeleteReq, DeleteResp, TombstoneReq, TombstoneResp } = streamMessages

type Options = InstanceType<typeof DeleteReq.Options> | InstanceType<typeof TombstoneReq.Options>

const expectedOf = (options: Options): Expected => {
  if (options.hasRevision()) return Number(options.getRevision())
  if (options.hasNoStream()) return 'no_stream'
  return options.hasStreamExists() ? 'stream_exists' : 'any'
}

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
      throw new Status(code.deadlineExceeded, 'Deadline Exceeded')
  }
}

const carryOut = async (
  engine: Engine,
  call: Call,
  options: Options | undefined,
  does: 'delete' | 'tombstone',
): Promise<string> => {
  const stream = streamName(options?.getStreamIdentifier())
  if (!options || stream === '' || stream.includes('\0')) throw notInHandler()
  const expected = expectedOf(options)
  const outcome = await engine.submit({ does, stream, expected, deadline: call.deadline })
  return positionIn(outcome, stream, expected)
}

/** Streams/Delete: the stream reads as not found, until somebody appends to it again. */
export const deleteStream = (engine: Engine) => async (call: Call) => {
  const options = DeleteReq.deserializeBinary(await call.one()).getOptions()
  const at = await carryOut(engine, call, options, 'delete')
  const position = new DeleteResp.Position().setCommitPosition(at).setPreparePosition(at)
  await call.send(new DeleteResp().setPosition(position).serializeBinary())
}

/** Streams/Tombstone: the stream is over for good. */
export const tombstoneStream = (engine: Engine) => async (call: Call) => {
  const options = TombstoneReq.deserializeBinary(await call.one()).getOptions()
  const at = await carryOut(engine, call, options, 'tombstone')
  const position = new TombstoneResp.Position().setCommitPosition(at).setPreparePosition(at)
  await call.send(new TombstoneResp().setPosition(position).serializeBinary())
}
