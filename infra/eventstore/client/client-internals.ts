import type { EventStoreDBClient } from '@eventstore/db-client'
import stubs, { type StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type {
  BatchAppendReq,
  BatchAppendResp,
  ReadReq,
  ReadResp,
} from '@eventstore/db-client/generated/streams_pb.js'
import type { CallOptions, ClientDuplexStream, ClientReadableStream, Metadata } from '@grpc/grpc-js'
import { setImmediate } from 'node:timers/promises'
import type { Position } from '#contracts/event-log.ts'
import { withTimeout, Late } from '#kernel/timeout.ts'
import { sharedMessages, streamMessages } from '../protocol/messages.ts'

/** Private methods of the client. Only this file may use them. */
type Internals = {
  getGRPCClient(kind: typeof StreamsClient, name: string): Promise<StreamsClient>
  callArguments(options: object, more: CallOptions): [Metadata, CallOptions]
}
const internalsOf = (client: EventStoreDBClient) => client as unknown as Internals

const stubOf = (client: EventStoreDBClient): Promise<StreamsClient> =>
  internalsOf(client).getGRPCClient(stubs.StreamsClient, 'append')

export class NotConnected extends Error {
  override readonly name = 'NotConnected'
}

/** The client has no timeout of its own for finding the leader of a cluster. */
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

export const openBatchAppend = (client: EventStoreDBClient, stub: StreamsClient): BatchStream =>
  stub.batchAppend(...internalsOf(client).callArguments({}, { deadline: Infinity }))

const { Options } = streamMessages.ReadReq

const readRequest = (from: Position | null, count: number): ReadReq => {
  const empty = () => new sharedMessages.Empty()
  const all = new Options.AllOptions()
  if (from === null) all.setStart(empty())
  else
    all.setPosition(
      new Options.Position().setCommitPosition(String(from)).setPreparePosition(String(from)),
    )
  const options = new Options()
    .setAll(all)
    .setCount(String(count))
    .setUuidOption(new Options.UUIDOption().setString(empty()))
    .setNoFilter(empty())
    .setReadDirection(Options.ReadDirection.FORWARDS)
  return new streamMessages.ReadReq().setOptions(options)
}

export const openRead = async (
  client: EventStoreDBClient,
  from: Position | null,
  count: number,
  withinMs: number,
): Promise<ClientReadableStream<ReadResp>> => {
  const stub = await connect(client, withinMs)
  const request = readRequest(from, count)
  return stub.read(request, ...internalsOf(client).callArguments({}, { deadline: Infinity }))
}

/** The client's `dispose` leaves its connection open. */
export const disconnect = async (client: EventStoreDBClient): Promise<void> => {
  const stub = await stubOf(client)
  // Callers that just got this connection call first: a call on a closed channel crashes the process.
  await setImmediate()
  stub.close()
}
