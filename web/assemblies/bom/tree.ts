import { useState } from 'react'
import type { HierarchyItem } from '#contracts/assembly/bom-answers.ts'

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
      // Closed again: opening it once more is the way to try again.
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

/** Level 1 is a root; a deeper item belongs to the nearest item before it one level up. */
export const treeOf = (items: readonly HierarchyItem[]): readonly Branch[] => {
  const roots: Branch[] = []
  const latest: (Branch | undefined)[] = []
  for (const item of items) {
    const branch: Branch = { item, children: [] }
    // Where a level was skipped the nearest one above takes it, so that no line is ever lost.
    const above = latest.slice(0, item.level).findLast((one) => one !== undefined)
    ;(above?.children ?? roots).push(branch)
    latest[item.level] = branch
    latest.length = item.level + 1
  }
  return roots
}

/** Children that were asked for later, by the key of the row they belong to. */
type Loaded = ReadonlyMap<string, readonly Branch[]>

export type Row = {
  /** Its place in the tree: '0.2.1'. The same item elsewhere in the tree has another. */
  readonly key: string
  readonly item: HierarchyItem
  readonly level: number
  readonly position: number
  readonly siblings: number
  readonly parent: string | null
  readonly state: 'leaf' | 'closed' | 'open'
  /** What is below it has not been sent, but is there to ask for; on its way where the row is open. */
  readonly missing: boolean
}

type Shown = { readonly expanded: Pick<Set<string>, 'has'>; readonly loaded: Loaded }

/** The rows on screen: all roots, and below each expanded row its children. */
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

/** Every row that has something below it here, whether shown or not. */
export const expandable = (roots: readonly Branch[], loaded: Loaded): Set<string> =>
  new Set(
    rowsOf(roots, { expanded: everything, loaded })
      .filter(({ state, missing }) => state === 'open' && !missing)
      .map(({ key }) => key),
  )
