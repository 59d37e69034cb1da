import { useMemo } from 'react'
import useSWR from 'swr'
import {
  byKind,
  idKeyOf,
  kindsOfLink,
  recordKey,
  type LinkKind,
} from '#contracts/assembly/link-kinds.ts'
import { compareTexts } from '../../lib/text.ts'
import { linksPath } from './api.ts'
import type { Link, PickedRecord } from './assembly.ts'
import { searchRecords, titleOf } from './candidates.ts'

type WireLink = Pick<Link, 'quantity' | 'notes' | 'sortOrder'> & Readonly<Record<string, unknown>>

/** Links have other property names for each kind on the wire; this gives them one shape. */
const linkOf = (kind: LinkKind, { quantity, notes, sortOrder, ...wire }: WireLink): Link => {
  const itemId = wire[idKeyOf(kind)] as number
  const linked = (wire[recordKey(kind)] as PickedRecord | null) ?? { id: itemId }
  return { kind, itemId, quantity, notes, sortOrder, record: linked }
}

const inListOrder = (a: Link, b: Link): number =>
  a.sortOrder - b.sortOrder ||
  compareTexts(titleOf(a.kind, a.record), titleOf(b.kind, b.record)) ||
  a.itemId - b.itemId

export const linkPath = (assemblyId: number, { kind, itemId }: Link): string =>
  `${linksPath(assemblyId, kind)}/${itemId}`

export const useLinks = (assemblyId: number, kind: LinkKind) => {
  const { data, error, mutate } = useSWR<readonly WireLink[], unknown>(linksPath(assemblyId, kind))
  const links = useMemo(
    () => data?.map((wire) => linkOf(kind, wire)).toSorted(inListOrder),
    [data, kind],
  )
  /** Optimistic update. */
  const reorder = (lines: readonly Ordered[]) => {
    const orders = new Map(lines.map(({ itemId, sortOrder }) => [itemId, sortOrder]))
    const orderOf = (wire: WireLink) => orders.get(wire[idKeyOf(kind)] as number) ?? wire.sortOrder
    void mutate((now) => now?.map((wire) => ({ ...wire, sortOrder: orderOf(wire) })), {
      revalidate: false,
    })
  }
  return { data: links, error, mutate, reorder }
}

export const useAllLinks = (assemblyId: number) =>
  // oxlint-disable-next-line react/rules-of-hooks -- the kinds are always the same
  byKind(kindsOfLink, (kind) => useLinks(assemblyId, kind).data)

export const searchLinks = (links: readonly Link[], search: string): readonly Link[] =>
  links.filter(({ record, notes }) => searchRecords(record, search, notes))

/** A gap between neighbours, so that a link can be moved by changing only its own order. */
export const orderStep = 10

/** The highest order; undefined if the links are in alphabetical order. */
export const lastOrder = (links: readonly Link[] | undefined): number | undefined => {
  const last = Math.max(0, ...(links ?? []).map(({ sortOrder }) => sortOrder))
  return last === 0 ? undefined : last
}

export type Ordered = Pick<Link, 'kind' | 'itemId'> & { readonly sortOrder: number }

/** The new orders after a move: only the moved link if there is a gap, otherwise all links. */
export const moved = (links: readonly Link[], from: number, to: number): readonly Ordered[] => {
  const order = links.toSpliced(from, 1).toSpliced(to, 0, links[from]!)
  const before = order[to - 1]?.sortOrder ?? order[to + 1]!.sortOrder - 2 * orderStep
  const after = order[to + 1]?.sortOrder ?? before + 2 * orderStep
  const sortOrder = Math.floor((before + after) / 2)
  const { kind, itemId } = links[from]!
  const fits = sortOrder > before && sortOrder < after
  const isOrdered = new Set(links.map((link) => link.sortOrder)).size === links.length
  return fits && isOrdered
    ? [{ kind, itemId, sortOrder }]
    : order.map((link, at) => ({ kind, itemId: link.itemId, sortOrder: (at + 1) * orderStep }))
}
