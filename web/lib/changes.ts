import { atom, createStore, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { changesPath, mostChangedRecords } from '#contracts/change-stream.ts'
import type { Changes } from '#contracts/changes.ts'
import type { EntityName } from '#contracts/entity.ts'
import { baseUrl } from './api.ts'
import { asOf } from './as-of.ts'
import { forgetReads, isReadSince, oldestRead, onRead } from './read-positions.ts'
import { isRead, onRefresh } from './refresh.ts'

/** Of each collection the records that others have changed since it was read here; null is many. */
type Changed = ReadonlyMap<EntityName, ReadonlySet<string> | null>

const store = createStore()
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

const tryAgainAfter = 60_000
let events: EventSource | undefined
/** The last event that was heard: what comes after it is asked for, at first what comes after what was read. */
let heard: bigint | null = null
/** Where the first stream began. */
let began: bigint | null = null

const stop = (): void => {
  events?.close()
  events = undefined
}

/** A tab that nobody sees gives its connection back: a browser has few of them. */
const follow = (): void => {
  if (document.hidden) return stop()
  if (events && events.readyState !== EventSource.CLOSED) return
  const since = heard ?? oldestRead()
  const path = since === null ? changesPath : `${changesPath}?since=${since}`
  events = new EventSource(baseUrl() + path, { withCredentials: true })
  events.addEventListener('changes', ({ data, lastEventId }: MessageEvent<string>) => {
    heard = BigInt(lastEventId)
    began ??= heard
    note(JSON.parse(data) as Changes, heard)
  })
  // A browser comes back by itself but where it was refused.
  events.addEventListener('error', () => {
    if (events?.readyState === EventSource.CLOSED) setTimeout(follow, tryAgainAfter)
  })
}

/** What was asked for before a stream began, and came after: what changed between is told too. */
const goBackTo = (position: bigint): void => {
  if (began === null || position >= began) return
  heard = began = position
  stop()
  follow()
}

let isFollowing = false
const start = (): void => {
  if (isFollowing || asOf() !== null) return
  isFollowing = true
  onRefresh(forget)
  onRead(goBackTo)
  document.addEventListener('visibilitychange', follow)
  follow()
}

/** Whether others have changed what was read here of a collection, or of one record in it. */
export const useChanged = (entity: EntityName, id?: number | string): boolean => {
  useEffect(start, [])
  const ids = useAtomValue(changed, { store }).get(entity)
  return ids !== undefined && (id === undefined || ids === null || ids.has(String(id)))
}
