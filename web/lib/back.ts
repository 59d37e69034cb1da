import { useEffect, useRef } from 'react'
import { listPaths, listSearch } from './records.ts'

type Close = () => void
/** The dialogs that are open and have no address of their own, the lowest first. */
const layers: { current: Close }[] = []

/** What an entry of the history knows: how many layers it is for, and whether its list is beneath it. */
type Entry = { readonly layers?: number; readonly overList?: true } | null
const entry = () => history.state as Entry
const layersHere = () => entry()?.layers ?? 0

export const overList: Entry = { overList: true }

/** A step of our own is under way. */
let moving = false
const back = (steps: number) => {
  moving = true
  history.go(-steps)
}

/** As many entries as there are layers. */
const settle = () => {
  if (moving) return
  const tooMany = layersHere() - layers.length
  if (tooMany > 0) back(tooMany)
  for (let more = tooMany; more < 0; more++)
    history.pushState({ ...entry(), layers: layersHere() + 1 }, '')
}

const onPop = () => {
  if (moving) moving = false
  else if (layersHere() < layers.length) layers.at(-1)!.current()
  // Afterwards: whoever asks before closing stays, and has its entry again.
  setTimeout(settle)
}

globalThis.addEventListener?.('popstate', onPop)

/** Back closes the dialog on top, and leaves the page alone. Not for a dialog with an address of its own. */
export const useBackCloses = (close: Close, hasAddress: boolean): void => {
  const newest = useRef(close)
  useEffect(() => void (newest.current = close))
  useEffect(() => {
    if (hasAddress) return undefined
    layers.push(newest)
    setTimeout(settle)
    return () => {
      layers.splice(layers.indexOf(newest), 1)
      setTimeout(settle)
    }
  }, [hasAddress])
}

/** Leaves a record for its list: back where it was opened from there, so that no entry is left over. */
export const leaveRecord = (path: string, list: string): void => {
  if (location.pathname !== path) return
  if (moving) addEventListener('popstate', () => leaveRecord(path, list), { once: true })
  else if (entry()?.overList) back(1 + layersHere())
  else history.replaceState(null, '', list + listSearch(location.search))
}

/**
 * Before anything is shown. A record that is opened from outside gets its list beneath it, for Back to go to.
 */
export const startHistory = (): void => {
  // What was open before a reload is not.
  settle()
  const { pathname, search, href } = location
  const list = Object.values(listPaths).find((path) => pathname.startsWith(`${path}/`))
  if (!list || entry() !== null) return
  history.replaceState(null, '', list + listSearch(search))
  history.pushState(overList, '', href)
}
