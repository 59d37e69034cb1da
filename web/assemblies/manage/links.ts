import useSWR from 'swr'
import { linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { assemblyPath } from '../shared/api.ts'
import type { Link, PickedRecord } from '../shared/assembly.ts'
import { compareTexts } from '../../lib/text.ts'
import { titleOf } from './candidates.ts'

type WireLink = Pick<Link, 'quantity' | 'notes' | 'sortOrder'> & Readonly<Record<string, unknown>>

/** `componentId` and `component`, `motorId` and `motor`...: from here on one shape. */
const linkOf = (kind: LinkKind, { quantity, notes, sortOrder, ...wire }: WireLink): Link => {
  const { idKey, record } = linkKinds[kind]
  const itemId = wire[idKey] as number
  const linked = (wire[record] as PickedRecord | null) ?? { id: itemId }
  return { kind, itemId, quantity, notes, sortOrder, record: linked }
}

const inListOrder = (a: Link, b: Link): number =>
  a.sortOrder - b.sortOrder ||
  compareTexts(titleOf(a.kind, a.record), titleOf(b.kind, b.record)) ||
  a.itemId - b.itemId

export const linksPath = (assemblyId: number, kind: LinkKind): string =>
  `${assemblyPath(assemblyId)}/${linkKinds[kind].path}`

export const linkPath = (assemblyId: number, { kind, itemId }: Link): string =>
  `${linksPath(assemblyId, kind)}/${itemId}`

export const useLinks = (assemblyId: number, kind: LinkKind) => {
  const { data, error, mutate } = useSWR<readonly WireLink[], unknown>(linksPath(assemblyId, kind))
  return { data: data?.map((wire) => linkOf(kind, wire)).toSorted(inListOrder), error, mutate }
}
