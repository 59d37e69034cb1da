import type { EventStoreDBClient } from '@eventstore/db-client'
import type { Appended } from '#contracts/event-log.ts'
import { batchCall, type BatchCall } from './batch-call.ts'
import type { EncodedAppend } from './encode.ts'
import { Late } from './in-time.ts'
import { connected, openBatchAppend, type Streams } from './inside.ts'
import type { Lane } from './lane.ts'

/**
 * Appends over a BatchAppend call of our own: half the work of a call per append. It is as safe as that
 * (ADR 11), because the client's shared table and its missing deadline are not in it.
 */
export const batchAppend = (lane: Lane) => {
  let current: { readonly streams: Streams; readonly call: BatchCall } | undefined

  /** The open call on the client's present connection. */
  const callOn = (client: EventStoreDBClient, streams: Streams): BatchCall => {
    if (current?.streams === streams && current.call.isOpen()) return current.call
    current?.call.retire()
    current = { streams, call: batchCall(openBatchAppend(client, streams)) }
    return current.call
  }

  const append = async (asked: EncodedAppend, withinMs: number): Promise<Appended> => {
    const end = Date.now() + withinMs
    const client = lane.client()
    const streams = await connected(client, withinMs)
    try {
      return await callOn(client, streams).append(asked, end - Date.now())
    } catch (error) {
      if (error instanceof Late) lane.replace(client)
      throw error
    }
  }

  return { append, close: () => current?.call.retire() }
}
