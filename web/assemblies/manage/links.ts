import useSWR from 'swr'
import { linkKinds, type LinkKind } from '#contracts/assembly/links.ts'
import { remove, save, type SaveOptions } from '../../lib/api.ts'
import { assemblyPath } from '../shared/api.ts'
import type { Link, PickedRecord } from '../shared/assembly.ts'
import { compareTexts } from '../shared/norwegian-order.ts'
import { titleOf } from './candidates.ts'

type WireLink = Readonly<Record<string, unknown>> & {
  readonly quantity: number
  readonly notes?: string | null
  readonly sortOrder?: number
}

/** `componentId` and `component`, `motorId` and `motor`...: from here on one shape. */
const linkOf =
  (kind: LinkKind) =>
  (wire: WireLink): Link => {
    const { idKey, record } = linkKinds[kind]
    const itemId = wire[idKey] as number
    return {
      kind,
      itemId,
      quantity: wire.quantity,
      notes: wire.notes ?? null,
      sortOrder: wire.sortOrder ?? 0,
      record: (wire[record] as PickedRecord | null) ?? { id: itemId },
    }
  }

const inListOrder = (links: readonly Link[]): Link[] =>
  links.toSorted(
    (a, b) =>
      a.sortOrder - b.sortOrder ||
      compareTexts(titleOf(a.kind, a.record), titleOf(b.kind, b.record)) ||
      a.itemId - b.itemId,
  )

const linksPath = (assemblyId: number, kind: LinkKind) =>
  `${assemblyPath(assemblyId)}/${linkKinds[kind].path}`
const linkPath = (assemblyId: number, { kind, itemId }: Pick<Link, 'kind' | 'itemId'>) =>
  `${linksPath(assemblyId, kind)}/${itemId}`

export const useLinks = (assemblyId: number, kind: LinkKind) => {
  const { data, error, isLoading, mutate } = useSWR<readonly WireLink[]>(
    linksPath(assemblyId, kind),
  )
  const links = data && inListOrder(data.map(linkOf(kind)))
  return { links, error: error as unknown, isLoading, retry: () => void mutate() }
}

type NewLink = { kind: LinkKind; itemId: number; quantity: number }

export const addLink = (assemblyId: number, link: NewLink, options?: SaveOptions) =>
  save(
    'POST',
    linksPath(assemblyId, link.kind),
    { [linkKinds[link.kind].idKey]: link.itemId, quantity: link.quantity },
    options,
  )

type LinkChanges = { quantity?: number; notes?: string | null }

export const changeLink = (assemblyId: number, link: Link, changes: LinkChanges) =>
  save('PUT', linkPath(assemblyId, link), changes)

export const removeLink = (assemblyId: number, link: Link) => remove(linkPath(assemblyId, link))
