import type { AssemblyEvent } from '#contracts/assembly/events.ts'
import { linkKinds, type LinkKind, type PartKind } from '#contracts/assembly/link-kinds.ts'
import type { KeptLink, Link } from '#contracts/assembly/links.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { isRefusal } from '#contracts/refusals.ts'
import { both, type Decision } from '../kernel/command.ts'
import { decideLink, marksOf, type LinkCommand } from '../structure/link-decider.ts'

type Part = { assemblyId: number; part: PartKind; partId: number }
export type PartCommand = LinkCommand<PartKind>

export type Parts = Map<string, KeptLink & { part: PartKind; partId: number }>
type PartState = { readonly parts: Parts }

export const partKey = (part: LinkKind, partId: number): string => `${part}-${partId}`

const decidePart = (
  { assemblyId, kind, itemId, change }: PartCommand,
  { parts }: PartState,
): Decision<AssemblyEvent> => {
  const kept = parts.get(partKey(kind, itemId))
  const after = decideLink(kept, change, entityNamed(linkKinds[kind].entity).noun.the)
  if (isRefusal(after)) return after
  if (after === undefined) return []
  const data = { assemblyId, part: kind, partId: itemId }
  if (after === null) return [{ type: 'PartUnlinked', data }]
  const type = kept ? 'PartLinkChanged' : 'PartLinked'
  return [{ type, data: { ...data, ...after }, ...marksOf(change) }]
}

/** Decides each on the same state. */
export const decideParts = (
  commands: readonly PartCommand[],
  state: PartState,
): Decision<AssemblyEvent> => commands.map((one) => decidePart(one, state)).reduce(both, [])

export const keepPart = (parts: Parts, { part, partId, ...link }: Part & Link, at: string) => {
  const { quantity, notes, sortOrder } = link
  const key = partKey(part, partId)
  const since = parts.get(key)?.at ?? at
  parts.set(key, { part, partId, quantity, notes, sortOrder, at: since })
}
