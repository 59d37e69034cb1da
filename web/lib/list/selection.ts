import { createContext, use, useRef, useState } from 'react'
import { attempt } from '../attempt.ts'
import { toast } from '../toasts.tsx'
import type { Identified, View } from './list-props.ts'

type Id = Identified['id']

/** Marked records stay marked when a search hides them. */
export type Selection = {
  readonly ids: ReadonlySet<Id>
  /** All rows that match, loaded or not, are marked. */
  readonly isAll: boolean
  /** Toggles one record, or marks the range from the last one marked. */
  readonly mark: (id: Id, isRange: boolean) => void
  readonly markAll: () => void
  readonly clear: () => void
}

/** Null: rows cannot be marked. */
export const SelectionContext = createContext<Selection | null>(null)
export const useMarks = (): Selection | null => use(SelectionContext)

const indexesOf = ({ count }: View<unknown>) => Array.from({ length: count }, (_, at) => at)

const between = (view: View<Identified>, one: Id, other: Id) => {
  const all = indexesOf(view)
  const places = [one, other].map((id) => all.findIndex((at) => view.at(at)?.id === id))
  const [from, to] = [Math.min(...places), Math.max(...places)]
  return from < 0 ? [] : all.slice(from, to + 1).map((at) => view.at(at)?.id)
}

const notHere =
  'Noen av radene imellom er ikke lest inn og ble ikke merket. Søk, og merk alle som passer.'

export const useSelection = (view: View<Identified>): Selection => {
  const [ids, setIds] = useState<ReadonlySet<Id>>(new Set())
  const last = useRef<Id | null>(null)
  const isMarked = (at: number) => ids.has(view.at(at)?.id ?? [...ids][0]!)
  const markRange = (from: Id, to: Id) => {
    const found = between(view, from, to)
    const here = found.filter((id) => id !== undefined)
    if (here.length < found.length || here.length === 0) toast({ title: 'Merking', text: notHere })
    setIds(new Set([...ids, to, ...here]))
  }
  const toggle = (id: Id) => {
    const changed = new Set(ids)
    if (!changed.delete(id)) changed.add(id)
    setIds(changed)
  }
  const clear = () => setIds(new Set())
  const markAll = async () => {
    const all = await attempt(view.ids, 'Kunne ikke finne alle som passer')
    if (all) setIds(new Set([...ids, ...all]))
  }
  // Every loaded row must be marked, since marked records may be hidden by the search.
  const isAll = view.count > 0 && ids.size >= view.count && indexesOf(view).every(isMarked)
  return {
    ids,
    isAll,
    mark: (id, isRange) => {
      if (isRange && last.current !== null) markRange(last.current, id)
      else toggle(id)
      last.current = id
    },
    markAll: () => (isAll ? clear() : void markAll()),
    clear,
  }
}
