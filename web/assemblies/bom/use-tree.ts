import { useCallback, useMemo, useState } from 'react'
import type { HierarchyItem } from '#contracts/assembly/bom-answers.ts'
import { expandable, rowsOf, treeOf, type Loaded, type Row } from './tree.ts'

type Source = {
  items: readonly HierarchyItem[]
  /** What is directly in the assembly of a row. */
  load: (row: Row) => Promise<readonly HierarchyItem[]>
  onFailure: (error: unknown) => void
}

const none: ReadonlySet<string> = new Set()
const nothingLoaded: Loaded = new Map()

/** A tree on screen: what is open in it, and what was fetched for it later. */
export const useTree = ({ items, load, onFailure }: Source) => {
  const roots = useMemo(() => treeOf(items), [items])
  const [expanded, setExpanded] = useState(none)
  const [loaded, setLoaded] = useState(nothingLoaded)
  const [loading, setLoading] = useState(none)
  const rows = useMemo(() => rowsOf(roots, { expanded, loaded }), [roots, expanded, loaded])

  const close = useCallback(
    (row: Row) => setExpanded((before) => before.difference(new Set([row.key]))),
    [],
  )
  const open = useCallback(
    async (row: Row) => {
      const self = new Set([row.key])
      setExpanded((before) => before.union(self))
      if (!row.missing) return
      setLoading((before) => before.union(self))
      try {
        const below = treeOf(await load(row))
        setLoaded((before) => new Map(before).set(row.key, below))
      } catch (error) {
        // Closed again: opening it once more is the way to try again.
        close(row)
        onFailure(error)
      } finally {
        setLoading((before) => before.difference(self))
      }
    },
    [load, close, onFailure],
  )
  const openAll = useCallback(() => setExpanded(expandable(roots, loaded)), [roots, loaded])
  const closeAll = useCallback(() => setExpanded(none), [])

  return { rows, loading, open, close, openAll, closeAll }
}
