import type { EventStoreDBClient } from '@eventstore/db-client'
import stubs, { type StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type {
  BatchAppendReq,
  BatchAppendResp,
  ReadReq,
} from '@eventstore/db-client/generated/streams_pb.js'
import type { CallOptions, ClientDuplexStream, ClientReadableStream, Metadata } from '@grpc/grpc-js'
import { setImmediate } from 'node:timers/promises'
import { withTimeout, Late } from '#kernel/timeout.ts'

/** What the client keeps to itself. This file is all that reaches for it. */
type Internals = {
  getGRPCClient(kind: typeof StreamsClient, name: string): Promise<StreamsClient>
  callArguments(options: object, more: CallOptions): [Metadata, CallOptions]
}
const internalsOf = (client: EventStoreDBClient) => client as unknown as Internals

const stubOf = (client: EventStoreDBClient): Promise<StreamsClient> =>
  internalsOf(client).getGRPCClient(stubs.StreamsClient, 'append')

/** The leader could not be found in time, so nothing was sent. */
export class NotConnected extends Error {
  override readonly name = 'NotConnected'
}

/** The client's present connection. To find the leader of a cluster has no deadline in the client. */
export const connect = async (
  client: EventStoreDBClient,
  withinMs: number,
): Promise<StreamsClient> => {
  try {
    return await withTimeout(stubOf(client), withinMs)
  } catch (error) {
    if (error instanceof Late) throw new NotConnected('No leader was found', { cause: error })
    throw error
  }
}

export type BatchStream = ClientDuplexStream<BatchAppendReq, BatchAppendResp>

/** A BatchAppend call for as long as the connection lasts, with the credentials of the client. */
export const openBatchAppend = (client: EventStoreDBClient, stub: StreamsClient): BatchStream =>
  stub.batchAppend(...internalsOf(client).callArguments({}, { deadline: Infinity }))

const { path, requestSerialize } = stubs.StreamsService.read
const asItComes = (answer: Buffer) => answer

/** A read whose answers come byte for byte as the server sends them. */
export const openRead = async (
  client: EventStoreDBClient,
  request: ReadReq,
  withinMs: number,
): Promise<ClientReadableStream<Buffer>> => {
  const stub = await connect(client, withinMs)
  const more = internalsOf(client).callArguments({}, { deadline: Infinity })
  return stub.makeServerStreamRequest(path, requestSerialize, asItComes, request, ...more)
}

/** Without this a client that was given up would stay connected. */
export const disconnect = async (client: EventStoreDBClient): Promise<void> => {
  const stub = await stubOf(client)
  // Whoever waited for this connection makes his call first: one on a closed channel is a crash.
  await setImmediate()
  stub.close()
}
