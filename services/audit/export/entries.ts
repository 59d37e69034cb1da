import type { Position, StoredEvent } from '#contracts/event-log.ts'
import type { Audit, Opened } from '../audit.ts'
import { entryOf, leafOfEntry } from '../tree/entry.ts'
import { TreeMisfit } from '../tree/tree.ts'
import { placeOf } from '../verify/verdicts.ts'

const page = 500

export type Entry = { readonly text: string; readonly leaf: Buffer }

const entryAt = async (
  { tree, tiles }: Opened,
  index: number,
  found: StoredEvent | null,
): Promise<Entry> => {
  const text = found ? entryOf(found) : ''
  const leaf = leafOfEntry(text)
  if (leaf.equals(await tiles.nodes(0, index))) return { text, leaf }
  const where = placeOf({ index, position: await tree.positionAt(index), found })
  throw new TreeMisfit(
    `Eksporten er stoppet. Loggen er ikke som den var: ${where} Kjør npm run verify.`,
  )
}

/** In log order, as stored now. @throws TreeMisfit at the first difference */
export async function* entriesAt(
  { readStored }: Pick<Audit, 'readStored'>,
  opened: Opened,
  indexes: readonly number[],
): AsyncGenerator<Entry> {
  for (let next = 0; next < indexes.length;) {
    const start = indexes[next]!
    const after: Position | null = start === 0 ? null : await opened.tree.positionAt(start - 1)
    let last = next
    while (last + 1 < indexes.length && indexes[last + 1]! < start + page) last++
    const events = await readStored(after, indexes[last]! - start + 1)
    for (; next <= last; next++) {
      const index = indexes[next]!
      yield await entryAt(opened, index, events[index - start] ?? null)
    }
  }
}
