import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { changesPath, mostChangedRecords } from '#contracts/change-stream.ts'
import type { Changes } from '#contracts/changes.ts'
import type { EntityName } from '#contracts/entity.ts'
import { baseUrl } from './api.ts'
import { asOf } from './as-of.ts'
import { noteContact } from './contact.ts'
import { forgetReads, isReadSince, oldestRead, onRead } from './read-positions.ts'
import { isRead, onRefresh } from './refresh.ts'

/** By collection, the ids that other users have changed since the data was read; null means too many to list. */
type Changed = ReadonlyMap<EntityName, ReadonlySet<string> | null>

const store = getDefaultStore()
const changed = atom<Changed>(new Map())

const both = (known: Iterable<string> | null, ids: readonly string[] | null) => {
  const all = known && ids && new Set([...known, ...ids])
  return all && all.size <= mostChangedRecords ? all : null
}

const note = ({ records }: Changes, until: bigint): void => {
  const next = new Map(store.get(changed))
  for (const { entity, ids } of records)
    if (isRead(`/api/${entity}`) && !isReadSince(entity, until)) {
      const known = next.get(entity)
      next.set(entity, both(known === undefined ? [] : known, ids))
    }
  store.set(changed, next)
}

const forget = (isBelow: (path: string) => boolean): void => {
  forgetReads(isBelow)
  store.set(changed, (all) => new Map([...all].filter(([entity]) => !isBelow(`/api/${entity}`))))
}

const retryDelay = 60_000
let events: EventSource | undefined
/** The last event received: a new stream continues after it. The first stream starts at the oldest data read. */
let lastEvent: bigint | null = null
let streamStart: bigint | null = null

const disconnect = (): void => {
  events?.close()
  events = undefined
}

/** Closes the stream of a hidden tab, because browsers limit connections per host. */
const connect = (): void => {
  if (document.hidden) return disconnect()
  if (events && events.readyState !== EventSource.CLOSED) return
  const since = lastEvent ?? oldestRead()
  const path = since === null ? changesPath : `${changesPath}?since=${since}`
  events = new EventSource(baseUrl() + path, { withCredentials: true })
  events.addEventListener('changes', ({ data, lastEventId }: MessageEvent<string>) => {
    lastEvent = BigInt(lastEventId)
    streamStart ??= lastEvent
    note(JSON.parse(data) as Changes, lastEvent)
  })
  // EventSource reconnects by itself, except after a refusal.
  events.addEventListener('error', () => {
    noteContact(false)
    if (events?.readyState === EventSource.CLOSED) setTimeout(connect, retryDelay)
  })
}

/** An answer that is older than the start of the stream: reconnect from its position, so that no change is missed. */
const restartFrom = (position: bigint): void => {
  if (streamStart === null || position >= streamStart) return
  lastEvent = streamStart = position
  disconnect()
  connect()
}

let isFollowing = false
const start = (): void => {
  if (isFollowing || asOf() !== null) return
  isFollowing = true
  onRefresh(forget)
  onRead(restartFrom)
  document.addEventListener('visibilitychange', connect)
  connect()
}

/** True if other users have changed the collection, or the record, since it was read. */
export const useChanged = (entity: EntityName, id?: number | string): boolean => {
  useEffect(start, [])
  const ids = useAtomValue(changed).get(entity)
  return ids !== undefined && (id === undefined || ids === null || ids.has(String(id)))
}
