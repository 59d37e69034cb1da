import type { LinkKind } from '#contracts/assembly/link-kinds.ts'
import { changedLink, linkWith, type Link, type LinkChanges } from '#contracts/assembly/links.ts'
import { refuse, type Refusal } from '#contracts/refusals.ts'
import { capitalized } from '#contracts/text.ts'

/** `set` adds or changes, from row `row` of a file if given. */
export type LinkChange =
  | { readonly what: 'add'; readonly link: Link }
  | { readonly what: 'change'; readonly changes: LinkChanges }
  | { readonly what: 'set'; readonly changes: LinkChanges; readonly row?: number | undefined }
  | { readonly what: 'remove' }

export type LinkCommand<K extends LinkKind = LinkKind> = {
  readonly assemblyId: number
  readonly kind: K
  readonly itemId: number
  readonly change: LinkChange
}

/** The link after the change: null if it is removed, undefined if nothing changes. */
export const decideLink = (
  kept: Link | undefined,
  change: LinkChange,
  name: string,
): Link | null | undefined | Refusal => {
  if (change.what === 'add')
    return kept
      ? refuse('DUPLICATE', `${capitalized(name)} er allerede i sammenstillingen.`)
      : change.link
  if (!kept)
    return change.what === 'set'
      ? linkWith(change.changes)
      : refuse('NOT_FOUND', `${capitalized(name)} er ikke i sammenstillingen.`)
  return change.what === 'remove' ? null : changedLink(kept, change.changes)
}

/** Marks the event of a link with the row of the file. */
export const marksOf = (change: LinkChange) =>
  change.what === 'set' && change.row !== undefined ? { marks: { line: change.row } } : {}
