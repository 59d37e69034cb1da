import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import type { Call } from './call.ts'
import { DamagedRecord } from './checksum.ts'
import type { Engine } from './engine.ts'
import { filterOf } from './filter.ts'
import { streamMessages } from './generated.ts'
import { streamName } from './proposals.ts'
import { readAll } from './read-all.ts'
import { readStream } from './read-stream.ts'
import type { ReadOptions } from './reading.ts'
import { code, notInHandler, Status } from './status.ts'
import { subscribeAll } from './subscribe-all.ts'
import { subscribeStream } from './subscribe-stream.ts'
import { log } from './log.ts'

const { ReadReq: Request } = streamMessages

const optionsOf = (options: ReadReq.Options): ReadOptions => ({
  forwards: options.getReadDirection() === 0,
  count: Number(options.getCount()),
  resolveLinks: options.getResolveLinks(),
  structuredIds: options.getUuidOption()?.hasStructured() ?? false,
  filter: filterOf(options),
})

const carryOut = async (engine: Engine, call: Call, request: ReadReq): Promise<void> => {
  const asked = request.getOptions()
  if (!asked) throw notInHandler()
  const options = optionsOf(asked)
  const live = asked.hasSubscription()
  const all = asked.getAll()
  if (all)
    return live ? subscribeAll(engine, call, all, options) : readAll(engine, call, all, options)

  const from = asked.getStream()
  const stream = streamName(from?.getStreamIdentifier())
  if (!from || stream === '' || stream.includes('\0')) throw notInHandler()
  return live
    ? subscribeStream(engine, call, stream, from, options)
    : readStream(engine, call, stream, from, options)
}

/** Streams/Read: reads and subscriptions, of one stream or of all. */
export const read = (engine: Engine) => async (call: Call) => {
  const request = Request.deserializeBinary(await call.one())
  try {
    await carryOut(engine, call, request)
  } catch (error) {
    if (error instanceof Status) throw error
    log.error({ err: error }, 'the log could not be read')
    if (error instanceof DamagedRecord) throw new Status(code.dataLoss, error.message)
    throw new Status(code.unavailable, 'The log cannot be read just now')
  }
  if (engine.closed) throw new Status(code.unavailable, 'The server is stopping')
}
