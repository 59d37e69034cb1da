import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'
import type { Engine } from '../log/engine.ts'
import { DamagedRecord } from '../log/record.ts'
import { logger } from '../logger.ts'
import { invalidRequest, RpcError, serverStopping } from '../rpc-error.ts'
import { filterOf } from './filter.ts'
import { streamName } from './proposals.ts'
import { readAll, subscribeAll } from './read-all.ts'
import { readStream, subscribeStream } from './read-stream.ts'
import type { ReadCall, ReadOptions } from './send-records.ts'

const optionsOf = (options: ReadReq.Options): ReadOptions => ({
  forwards: options.getReadDirection() === 0,
  count: Number(options.getCount()),
  resolveLinks: options.getResolveLinks(),
  structuredIds: options.getUuidOption()?.hasStructured() ?? false,
  filter: filterOf(options),
})

const carryOut = async (engine: Engine, call: ReadCall): Promise<void> => {
  const asked = call.request.getOptions()
  if (!asked) throw invalidRequest()
  const options = optionsOf(asked)
  const isLive = asked.hasSubscription()
  const all = asked.getAll()
  if (all)
    return isLive ? subscribeAll(engine, call, all, options) : readAll(engine, call, all, options)

  const from = asked.getStream()
  if (!from) throw invalidRequest()
  const stream = streamName(from.getStreamIdentifier())
  return isLive
    ? subscribeStream(engine, call, stream, from, options)
    : readStream(engine, call, stream, from, options)
}

export const read =
  (engine: Engine) =>
  async (call: ReadCall): Promise<void> => {
    try {
      await carryOut(engine, call)
    } catch (error) {
      if (error instanceof RpcError) throw error
      logger.error({ err: error }, 'the log could not be read')
      if (error instanceof DamagedRecord) throw new RpcError(status.DATA_LOSS, error.message)
      throw new RpcError(status.UNAVAILABLE, 'The log cannot be read just now')
    }
    if (engine.closed) throw serverStopping()
  }
