import type { EventStoreDBClient } from '@eventstore/db-client'
import stubs from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { BatchAppendResp, ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import { setImmediate } from 'node:timers/promises'
import { streamMessages } from '../server/generated.ts'
import { inTime, Late } from './in-time.ts'
import type { Outgoing } from './together.ts'

/** What of a gRPC call both ways is put to use. */
export type Duplex = {
  on(event: 'data', listener: (response: BatchAppendResp) => void): Duplex
  on(event: 'error', listener: (error: Error) => void): Duplex
  on(event: 'end', listener: () => void): Duplex
  write(message: Outgoing): boolean
  cancel(): void
}

/** What of a gRPC call with many answers is put to use. */
export type Incoming<T> = {
  on(event: 'data', listener: (answer: T) => void): Incoming<T>
  on(event: 'error', listener: (error: Error) => void): Incoming<T>
  on(event: 'end', listener: () => void): Incoming<T>
  pause(): Incoming<T>
  resume(): Incoming<T>
  cancel(): void
}

/** A connection as grpc-js has it, which leaves to us how messages become bytes and the reverse. */
type Streams = {
  makeServerStreamRequest<T>(
    path: string,
    serialize: (request: ReadReq) => Buffer,
    deserialize: (bytes: Buffer) => T,
    request: ReadReq,
    metadata: unknown,
    options: unknown,
  ): Incoming<T>
  makeBidiStreamRequest(
    path: string,
    serialize: (message: Outgoing) => Outgoing,
    deserialize: (bytes: Buffer) => BatchAppendResp,
    metadata: unknown,
    options: unknown,
  ): Duplex
}

/** What the client keeps to itself. This file is all that reaches for it. */
type Inside = {
  getGRPCClient(kind: unknown, name: string): Promise<Streams>
  getChannel(): Promise<{ close(): void }>
  /** Finds the leader anew after a call that failed because of it, and knows what to end on `dispose`. */
  GRPCStreamCreator<T>(kind: unknown, name: string, open: (streams: Streams) => T): () => Promise<T>
  callArguments(options: object, more: { deadline: number }): [metadata: unknown, options: unknown]
}
const inside = (client: EventStoreDBClient) => client as unknown as Inside

/** Where the leader is could not be found out in time, so nothing was sent. */
export class NotConnected extends Error {
  override readonly name = 'NotConnected'
}

/** The client's present connection. To find the leader of a cluster has no deadline in the client. */
export const connected = async (client: EventStoreDBClient, withinMs: number): Promise<Streams> => {
  try {
    return await inTime(inside(client).getGRPCClient(stubs.StreamsClient, 'append'), withinMs)
  } catch (error) {
    if (error instanceof Late) throw new NotConnected('No leader was found', { cause: error })
    throw error
  }
}

/** gRPC gives the message in a Buffer, which the generated code does not take. */
const responseIn = ({ buffer, byteOffset, length }: Buffer): BatchAppendResp =>
  streamMessages.BatchAppendResp.deserializeBinary(new Uint8Array(buffer, byteOffset, length))

/** A BatchAppend call for as long as the connection lasts, with the credentials of the client. */
export const openBatchAppend = (client: EventStoreDBClient, streams: Streams): Duplex =>
  streams.makeBidiStreamRequest(
    '/event_store.client.streams.Streams/BatchAppend',
    (message) => message,
    responseIn,
    ...inside(client).callArguments({}, { deadline: Infinity }),
  )

/** A Read call, its answers as `deserialize` makes them: what it throws ends the call with an error. */
export const openRead = <T>(
  client: EventStoreDBClient,
  request: ReadReq,
  deserialize: (bytes: Buffer) => T,
): Promise<Incoming<T>> => {
  const open = inside(client).GRPCStreamCreator(stubs.StreamsClient, 'read', (streams) =>
    streams.makeServerStreamRequest(
      '/event_store.client.streams.Streams/Read',
      (message) => Buffer.from(message.serializeBinary()),
      deserialize,
      request,
      ...inside(client).callArguments({}, { deadline: Infinity }),
    ),
  )
  return open()
}

/** Without this a client that was given up would stay connected. */
export const disconnect = async (client: EventStoreDBClient): Promise<void> => {
  const channel = await inside(client).getChannel()
  // Whoever waited for this connection, too, makes his call first: one on a closed channel is a crash.
  await setImmediate()
  channel.close()
}
