import type { Position, StoredEvent } from '#contracts/event-log.ts'
import type { Audit, Opened } from '../audit.ts'

/** What is read at a time, asked for or not: less than as many reads. */
const page = 500

/** These events as the store has them now, in the order of the log. */
export async function* eventsAt(
  { readStored }: Pick<Audit, 'readStored'>,
  { tree }: Opened,
  indexes: readonly number[],
): AsyncGenerator<StoredEvent> {
  for (let next = 0; next < indexes.length;) {
    const start = indexes[next]!
    const after: Position | null = start === 0 ? null : await tree.positionAt(start - 1)
    let last = next
    while (last + 1 < indexes.length && indexes[last + 1]! < start + page) last++
    const events = await readStored(after, indexes[last]! - start + 1)
    for (; next <= last; next++) {
      const event = events[indexes[next]! - start]
      if (!event) throw new Error(`The log lacks the event of leaf ${indexes[next]}`)
      yield event
    }
  }
}
