import { randomUUID } from 'node:crypto'
import type { EventStoreDBClient } from '@eventstore/db-client'
import ids from '@eventstore/db-client/dist/utils/grpcUUID.js'
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { Appended } from '#contracts/event-log.ts'
import { Late, withTimeout } from '#kernel/timeout.ts'
import { answerIn, batchRequest } from './batch-messages.ts'
import { connect, openBatchAppend, type BatchStream } from './client-internals.ts'
import type { Connection } from './connection.ts'
import type { EncodedAppend } from './encode.ts'

/** One BatchAppend call for many appends. Unlike the client's own call, it ignores late and duplicate answers. */
class BatchCall {
  readonly client: EventStoreDBClient
  readonly #stream: BatchStream
  readonly #waiting = new Map<string, PromiseWithResolvers<BatchAppendResp>>()
  #open = true
  #retired = false

  constructor(client: EventStoreDBClient, stream: BatchStream) {
    this.client = client
    this.#stream = stream
      .on('data', (response: BatchAppendResp) =>
        this.#waiting.get(ids.parseUUID(response.getCorrelationId()) ?? '')?.resolve(response),
      )
      // Never removed: an 'error' event without a listener crashes the process.
      .on('error', (error) => this.#end(error))
      // A normal end also leaves pending appends without an answer.
      .on('end', () => this.#end(new Error('The server ended the call')))
  }

  get isOpen(): boolean {
    return this.#open && !this.#retired
  }

  async append(append: EncodedAppend, withinMs: number): Promise<Appended> {
    if (!this.#open) throw new Error('The call has ended')
    const id = randomUUID()
    const answer = Promise.withResolvers<BatchAppendResp>()
    this.#waiting.set(id, answer)
    // No need to wait for 'drain': the appender limits the number of pending appends.
    this.#stream.write(batchRequest(id, append, Date.now() + withinMs))
    try {
      return answerIn(await withTimeout(answer.promise, withinMs), append.stream)
    } finally {
      this.#waiting.delete(id)
      this.#cancelIfDone()
    }
  }

  retire(): void {
    this.#retired = true
    this.#cancelIfDone()
  }

  #cancelIfDone(): void {
    if (this.#retired && this.#waiting.size === 0) this.#stream.cancel()
  }

  #end(error: Error): void {
    this.#open = false
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}

/** Half the cost of one call per append. The client's own version is unsafe: it has no deadline (ADR 11). */
export class BatchAppender {
  readonly #connection: Connection
  #call: BatchCall | undefined

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async append(append: EncodedAppend, withinMs: number): Promise<Appended> {
    const end = Date.now() + withinMs
    const client = this.#connection.client()
    const call = this.#openOn(client) ?? (await this.#open(client, withinMs))
    try {
      return await call.append(append, Math.max(1, end - Date.now()))
    } catch (error) {
      // The leader may have changed: the next append opens a new call.
      call.retire()
      if (error instanceof Late) this.#connection.replace(client)
      throw error
    }
  }

  close(): void {
    this.#call?.retire()
  }

  #openOn(client: EventStoreDBClient): BatchCall | undefined {
    return this.#call?.client === client && this.#call.isOpen ? this.#call : undefined
  }

  async #open(client: EventStoreDBClient, withinMs: number): Promise<BatchCall> {
    const stub = await connect(client, withinMs)
    // Another append may have opened the call meanwhile.
    const opened = this.#openOn(client)
    if (opened) return opened
    this.#call?.retire()
    return (this.#call = new BatchCall(client, openBatchAppend(client, stub)))
  }
}
