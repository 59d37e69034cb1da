import type { EventStoreDBClient } from '@eventstore/db-client'
import type { Appended } from '#contracts/event-log.ts'
import { batchCall, type BatchCall } from './batch-call.ts'
import type { EncodedAppend } from './encode.ts'
import { Late } from './in-time.ts'
import { connected, openBatchAppend } from './inside.ts'
import type { Lane } from './lane.ts'

/**
 * Appends over a BatchAppend call of our own: half the work of a call per append. It is as safe as that
 * (ADR 11), because the client's shared table and its missing deadline are not in it.
 */
export const batchAppend = (lane: Lane) => {
  type Current = { readonly client: EventStoreDBClient; readonly call: BatchCall }
  let current: Current | undefined

  const openOn = (client: EventStoreDBClient): Current | undefined =>
    current?.client === client && current.call.isOpen() ? current : undefined

  const retire = (one: Current | undefined) => {
    one?.call.retire()
    if (current === one) current = undefined
  }

  const open = async (client: EventStoreDBClient, withinMs: number): Promise<Current> => {
    const streams = await connected(client, withinMs)
    // Of those who waited for the connection another may have been first.
    const opened = openOn(client)
    if (opened) return opened
    retire(current)
    current = { client, call: batchCall(openBatchAppend(client, streams)) }
    return current
  }

  const append = async (asked: EncodedAppend, withinMs: number): Promise<Appended> => {
    const end = Date.now() + withinMs
    const client = lane.client()
    const used = openOn(client) ?? (await open(client, withinMs))
    try {
      return await used.call.append(asked, end - Date.now())
    } catch (error) {
      // The leader may be elsewhere by now: whoever comes next asks the client where.
      retire(used)
      if (error instanceof Late) lane.replace(client)
      throw error
    }
  }

  return { append, close: () => retire(current) }
}
