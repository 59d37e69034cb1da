import type { Links } from './links.ts'

/** What the links to an item say, joined, by its dense number; only of those that say something. */
export type NotesByNode = ReadonlyMap<number, string>

/** Notes of more links than these are left out, so that a much used item has a readable line. */
const shown = 5

const joined = (notes: ReadonlySet<string>) => {
  const more = notes.size > shown ? ` … og ${notes.size - shown} til` : ''
  return [...notes].toSorted().slice(0, shown).join('; ') + more
}

/** Of all links out of these nodes. */
export const gatherNotes = (links: Links, from: readonly number[]): NotesByNode => {
  const notes = new Map<number, Set<string>>()
  if (links.notes.size === 0) return new Map()
  for (const node of from)
    for (let link = links.firstOut[node] ?? -1; link >= 0; link = links.nextOut[link]!) {
      if (!links.noted[link]) continue
      const known = notes.get(links.to[link]!)
      if (known) known.add(links.notes.get(link)!)
      else notes.set(links.to[link]!, new Set([links.notes.get(link)!]))
    }
  return new Map(Array.from(notes, ([node, said]) => [node, joined(said)]))
}
