import { useState } from 'react'
import type { HierarchyItem } from '#contracts/assembly/bom-answers.ts'

type Source = {
  items: readonly HierarchyItem[]
  /** Reads the direct contents of the row's assembly. */
  load: (row: Row) => Promise<readonly HierarchyItem[]>
  onFailure: (error: unknown) => void
}

const none: ReadonlySet<string> = new Set()
const nothingLoaded: Loaded = new Map()

export const useTree = ({ items, load, onFailure }: Source) => {
  const roots = treeOf(items)
  const [expanded, setExpanded] = useState(none)
  const [loaded, setLoaded] = useState(nothingLoaded)
  const rows = rowsOf(roots, { expanded, loaded })

  const close = ({ key }: Row) => setExpanded((before) => before.difference(new Set([key])))
  const open = async (row: Row) => {
    setExpanded((before) => before.union(new Set([row.key])))
    if (!row.missing) return
    try {
      const below = treeOf(await load(row))
      setLoaded((before) => new Map(before).set(row.key, below))
    } catch (error) {
      // Collapse the row, so that expanding it tries again.
      close(row)
      onFailure(error)
    }
  }
  const toggle = (row: Row) => {
    if (row.state === 'closed') void open(row)
    else if (row.state === 'open') close(row)
  }
  const openAll = () => setExpanded(expandable(roots, loaded))
  const closeAll = () => setExpanded(none)

  return { rows, toggle, openAll, closeAll }
}

export type Branch = { readonly item: HierarchyItem; readonly children: Branch[] }

/** Level 1 is a root; a deeper item is a child of the nearest item before it that is one level higher. */
export const treeOf = (items: readonly HierarchyItem[]): readonly Branch[] => {
  const roots: Branch[] = []
  const latest: (Branch | undefined)[] = []
  for (const item of items) {
    const branch: Branch = { item, children: [] }
    // If a level is missing, use the nearest higher level, so that no line disappears.
    const above = latest.slice(0, item.level).findLast((one) => one !== undefined)
    ;(above?.children ?? roots).push(branch)
    latest[item.level] = branch
    latest.length = item.level + 1
  }
  return roots
}

/** Children loaded on demand, by the key of their row. */
type Loaded = ReadonlyMap<string, readonly Branch[]>

export type Row = {
  /** The path in the tree, such as '0.2.1', since an item may occur more than once. */
  readonly key: string
  readonly item: HierarchyItem
  readonly level: number
  readonly position: number
  readonly siblings: number
  readonly parent: string | null
  readonly state: 'leaf' | 'closed' | 'open'
  /** The row has children that are not loaded yet; if it is open, they are loading. */
  readonly missing: boolean
}

type Shown = { readonly expanded: Pick<Set<string>, 'has'>; readonly loaded: Loaded }

export const rowsOf = (roots: readonly Branch[], { expanded, loaded }: Shown): Row[] => {
  const rows: Row[] = []
  const add = (branches: readonly Branch[], parent: string | null, level: number) => {
    for (const [index, branch] of branches.entries()) {
      const key = parent === null ? String(index) : `${parent}.${index}`
      const children = branch.children.length > 0 ? branch.children : (loaded.get(key) ?? [])
      const missing = children.length === 0 && Number(branch.item.lines) > 0 && !loaded.has(key)
      const open = expanded.has(key)
      const state = children.length === 0 && !missing ? 'leaf' : open ? 'open' : 'closed'
      const place = { level, position: index + 1, siblings: branches.length, parent }
      rows.push({ key, item: branch.item, ...place, state, missing })
      if (open) add(children, key, level + 1)
    }
  }
  add(roots, null, 1)
  return rows
}

const everything = { has: () => true }

/** The keys of all rows whose children are loaded. */
export const expandable = (roots: readonly Branch[], loaded: Loaded): Set<string> =>
  new Set(
    rowsOf(roots, { expanded: everything, loaded })
      .filter(({ state, missing }) => state === 'open' && !missing)
      .map(({ key }) => key),
  )
