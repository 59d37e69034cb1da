import { useEffect, useEffectEvent } from 'react'
import { lists } from './list-paths.ts'
import { listSearch } from './records.ts'

type Close = () => void
/** The open dialogs without an address, bottom first. */
const layers: Close[] = []

/**
 * `depth`: how many history entries of this page are below. `base`: the depth of the open record's own entry.
 * Dialogs that were closed without Back leave their entries, and the next Back skips them.
 */
type Entry = { readonly depth: number; readonly base: number }
const here = (): Entry => (history.state as Entry | null) ?? { depth: 0, base: 0 }

/** The entry before the current navigation. */
let last: Entry = { depth: 0, base: 0 }
let passing = false

/** The state of a record opened from its list. */
export const overList = (): Entry => ({ depth: here().depth + 1, base: here().depth + 1 })

/** Adds a history entry for each open dialog, so that Back closes the dialog and does not leave the page. */
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
  // A dialog that asked before closing is still open and needs its entry again.
  setTimeout(settle)
}

const note = () => {
  last = here()
  passing = false
}

/** Runs before the first render. Adds an entry for the list below a record that was opened by a link from outside. */
export const startHistory = (): void => {
  const { pathname, search, href } = location
  const list = Object.values(lists).find(({ path }) => pathname.startsWith(`${path}/`))
  if (list && history.state === null) {
    history.replaceState(null, '', list.path + listSearch(search))
    history.pushState(overList(), '', href)
  }
  note()
}

globalThis.addEventListener?.('popstate', onPop)
// wouter dispatches these events.
for (const change of ['pushState', 'replaceState']) globalThis.addEventListener?.(change, note)

/** Makes Back close the top dialog. Not for dialogs with their own address. */
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

/** Replaces the record with its list. Not history.back(), which is asynchronous: the user may navigate meanwhile. */
export const leaveRecord = (list: string): void =>
  history.replaceState(
    { ...here(), base: 0 } satisfies Entry,
    '',
    list + listSearch(location.search),
  )
