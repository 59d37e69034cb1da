import type { EventStoreDBClient } from '@eventstore/db-client'
import type { Appended } from '#contracts/event-log.ts'
import { Late } from '#kernel/timeout.ts'
import { BatchCall } from './batch-call.ts'
import { connect, openBatchAppend } from './client-internals.ts'
import type { Connection } from './connection.ts'
import type { EncodedAppend } from './encode.ts'

type Current = { readonly client: EventStoreDBClient; readonly call: BatchCall }

/**
 * Appends over a BatchAppend call of our own: half the work of a call per append. It is as safe as that
 * (ADR 11), because the client's shared table and its missing deadline are not in it.
 */
export class BatchAppender {
  readonly #connection: Connection
  #current: Current | undefined

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async append(append: EncodedAppend, withinMs: number): Promise<Appended> {
    const end = Date.now() + withinMs
    const client = this.#connection.client()
    const used = this.#openOn(client) ?? (await this.#open(client, withinMs))
    try {
      return await used.call.append(append, end - Date.now())
    } catch (error) {
      // The leader may be elsewhere by now: whoever comes next asks the client where.
      this.#retire(used)
      if (error instanceof Late) this.#connection.replace(client)
      throw error
    }
  }

  close(): void {
    this.#retire(this.#current)
  }

  #openOn(client: EventStoreDBClient): Current | undefined {
    const current = this.#current
    return current?.client === client && current.call.isOpen ? current : undefined
  }

  async #open(client: EventStoreDBClient, withinMs: number): Promise<Current> {
    const stub = await connect(client, withinMs)
    // Of those who waited for the connection another may have been first.
    const opened = this.#openOn(client)
    if (opened) return opened
    this.#retire(this.#current)
    this.#current = { client, call: new BatchCall(openBatchAppend(client, stub)) }
    return this.#current
  }

  #retire(one: Current | undefined): void {
    one?.call.retire()
    if (this.#current === one) this.#current = undefined
  }
}
