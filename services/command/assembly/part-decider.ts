import type { AssemblyEvent } from '#contracts/assembly/events.ts'
import { linkKinds, type LinkKind, type PartKind } from '#contracts/assembly/link-kinds.ts'
import {
  changedLink,
  linkWith,
  type KeptLink,
  type Link,
  type LinkChanges,
} from '#contracts/assembly/links.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { refuse } from '#contracts/refusals.ts'
import { capitalized } from '#contracts/text.ts'
import { both, fromRow, type Decision } from '../kernel/command.ts'

export type Part = { assemblyId: number; part: PartKind; partId: number }
/** `row` is the row of the imported file. */
export type PartLine = Part & { changes: LinkChanges; row?: number | undefined }
export type PartLines = { set: readonly PartLine[]; removed: readonly Part[] }

export type Parts = Map<string, KeptLink & { part: PartKind; partId: number }>
type PartState = { readonly parts: Parts }

type Decided = Decision<AssemblyEvent>

export const partKey = (part: LinkKind, partId: number): string => `${part}-${partId}`

const noun = (part: PartKind) => capitalized(entityNamed(linkKinds[part].entity).noun.the)
const notFound = refuse('NOT_FOUND')

export const decideLink = (link: Part & Link, { parts }: PartState): Decided =>
  parts.has(partKey(link.part, link.partId))
    ? refuse('DUPLICATE', `${noun(link.part)} er allerede i sammenstillingen.`)
    : [{ type: 'PartLinked', data: link }]

export const decideLinkChange = (
  { changes, ...part }: Part & { changes: LinkChanges },
  { parts }: PartState,
): Decided => {
  const link = parts.get(partKey(part.part, part.partId))
  if (!link) return notFound
  const after = changedLink(link, changes)
  return after ? [{ type: 'PartLinkChanged', data: { ...part, ...after } }] : []
}

export const decideUnlink = (part: Part, { parts }: PartState): Decided =>
  parts.has(partKey(part.part, part.partId)) ? [{ type: 'PartUnlinked', data: part }] : notFound

const decideLine = ({ changes, ...part }: PartLine, state: PartState): Decided =>
  state.parts.has(partKey(part.part, part.partId))
    ? decideLinkChange({ changes, ...part }, state)
    : [{ type: 'PartLinked', data: { ...part, ...linkWith(changes) } }]

export const decideParts = ({ set, removed }: PartLines, state: PartState): Decided =>
  [
    ...removed.map((part) => decideUnlink(part, state)),
    ...set.map(({ row, ...line }) => fromRow(row, decideLine(line, state))),
  ].reduce(both, [])

export const keepPart = (parts: Parts, { part, partId, ...link }: Part & Link, at: string) => {
  const { quantity, notes, sortOrder } = link
  const key = partKey(part, partId)
  const since = parts.get(key)?.at ?? at
  parts.set(key, { part, partId, quantity, notes, sortOrder, at: since })
}
