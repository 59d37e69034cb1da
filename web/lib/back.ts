import { useEffect, useEffectEvent } from 'react'
import { listPaths } from './list-paths.ts'
import { listSearch } from './records.ts'

type Close = () => void
/** The dialogs that are open and have no address of their own, the lowest first. */
const layers: Close[] = []

/**
 * An entry of the history: how many of the same page are beneath it, and how many of those the record over the
 * list accounts for. Each layer accounts for one more; entries of layers that were closed otherwise than by Back
 * stay, and the next Back passes them.
 */
type Entry = { readonly depth: number; readonly base: number }
const here = (): Entry => (history.state as Entry | null) ?? { depth: 0, base: 0 }

/** Where we were before the browser went elsewhere. */
let last: Entry = { depth: 0, base: 0 }
let passing = false

/** The state of an entry for a record over its list. */
export const overList = (): Entry => ({ depth: here().depth + 1, base: here().depth + 1 })

/** Each layer has an entry, for Back to leave. */
const settle = () => {
  for (let { base, depth } = here(); depth < base + layers.length;)
    history.pushState({ base, depth: ++depth } satisfies Entry, '')
}

const onPop = () => {
  const { base, depth } = last
  const left = depth - base - layers.length
  last = here()
  if (!passing && left > 0 && last.depth < depth) {
    passing = true
    history.go(-left)
    return
  }
  passing = false
  if (last.depth >= last.base + layers.length) return
  layers.at(-1)!()
  // Whoever asks before closing is still there, and has its entry again.
  setTimeout(settle)
}

const note = () => {
  last = here()
  passing = false
}

/**
 * Before anything is shown. A record that is opened from outside gets its list beneath it, for Back to go to.
 */
export const startHistory = (): void => {
  const { pathname, search, href } = location
  const list = Object.values(listPaths).find((path) => pathname.startsWith(`${path}/`))
  if (list && history.state === null) {
    history.replaceState(null, '', list + listSearch(search))
    history.pushState(overList(), '', href)
  }
  note()
}

globalThis.addEventListener?.('popstate', onPop)
// wouter tells of these.
for (const change of ['pushState', 'replaceState']) globalThis.addEventListener?.(change, note)

/** Back closes the dialog on top, and leaves the page alone. Not for a dialog with an address of its own. */
export const useBackCloses = (close: Close, hasAddress: boolean): void => {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (hasAddress) return undefined
    const layer = () => closeNow()
    layers.push(layer)
    setTimeout(settle)
    return () => void layers.splice(layers.indexOf(layer), 1)
  }, [hasAddress])
}

/** Leaves a record for its list. No step back: that takes a moment, in which people may go elsewhere. */
export const leaveRecord = (list: string): void =>
  history.replaceState(
    { ...here(), base: 0 } satisfies Entry,
    '',
    list + listSearch(location.search),
  )
