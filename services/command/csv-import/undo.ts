import { manufacturer, supplier } from '#contracts/catalogue/index.ts'
import { listed, type UndoAnswer } from '#contracts/csv/answer.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Entry, Journal } from './journal.ts'
import type { Notes } from './notes.ts'
import { patiently } from './patiently.ts'
import { atHand, inPieces, type Piece } from './pieces.ts'
import { pool } from './pool.ts'
import { rowsIn } from './reading.ts'
import { goneSince, takingBack } from './take-back.ts'
import type { Task } from './work.ts'
import { importRows } from './metrics.ts'

/** A row that the import did something to. */
type Touched = { readonly at: number; readonly line: number; readonly entry: Entry }

const isTouched = ({ outcome }: Entry) => outcome === 'created' || outcome === 'updated'

async function* touchedRows({ pieces, understood, journal }: Task) {
  let next = 0
  for await (const rows of rowsIn(pieces, understood))
    yield rows.flatMap(({ line }): Touched[] => {
      const at = next++
      const entry = journal.get(at)
      return isTouched(entry) ? [{ at, line, entry }] : []
    })
}

/** The same, some at a time, with their records at hand. */
const rowsAtHand = (task: Task): AsyncGenerator<readonly Touched[]> => {
  const fetching = async function* (): AsyncGenerator<Piece<Touched>> {
    for await (const rows of inPieces(touchedRows(task))) {
      const ids = rows.map(({ entry }) => entry.id)
      yield { rows, fetched: task.commands.prefetchIds(task.entity, ids) }
    }
  }
  return atHand(fetching())
}

/** What is to be taken back, and what was before a crash. */
const counted = (journal: Journal) => {
  const counts = { left: 0, removed: 0, restored: 0 }
  for (let row = 0; row < journal.rows; row++) {
    const entry = journal.get(row)
    if (isTouched(entry)) counts.left++
    if (entry.outcome === 'removed') counts.removed++
    if (entry.outcome === 'restored') counts.restored++
  }
  return counts
}

/**
 * Takes an import back: what it made goes, what it changed gets its old values, as long as nobody has
 * changed or used it since. The rest is listed. It is not whole where it was told to stop before the end.
 */
export const undo = async (
  task: Task,
  notes: Pick<Notes, 'get'>,
): Promise<{ readonly account: UndoAnswer; readonly isWhole: boolean }> => {
  const { job, entity, journal, commands } = task
  const { remove, restore } = takingBack({ ...task, notes })
  const kept: UndoAnswer['kept'][number][] = []
  let keptCount = 0
  const keep = async (line: number, of: Entity, id: number, reason: string) => {
    keptCount++
    if (kept.length >= listed) return
    const values = (await commands.record(of, id))?.item.values
    kept.push({ line, id, title: String(values?.[of.title] ?? ''), reason })
  }

  const counts = counted(journal)
  let done = counts.removed + counts.restored
  // Of an import that was cancelled or stopped, how much was done: the rest is no work.
  job.rows = done + counts.left
  job.done = Math.max(job.done, done)
  task.progressed()

  const one = async ({ at, line, entry }: Touched) => {
    const { outcome, id, revision } = entry
    const end = outcome === 'created' ? 'removed' : 'restored'
    const isTried = await patiently(task, false, async () => {
      const reason = await (outcome === 'created'
        ? remove(entity, id, revision, `line ${line}`)
        : restore(at, line, entry))
      if (reason !== null) return keep(line, entity, id, reason)
      counts[end]++
      journal.set(at, { outcome: end, id, revision })
    })
    if (!isTried) {
      isCut = true
      return
    }
    importRows.inc({ stage: 'undo' })
    job.done = Math.max(job.done, ++done)
    task.progressed()
  }

  let isCut = false
  /** Each, many at a time, until it is told to stop. */
  const each = async <T>(some: AsyncIterable<T> | Iterable<T>, act: (one: T) => Promise<void>) => {
    const flight = pool(task.width)
    for await (const next of some) {
      isCut ||= task.isCancelled()
      if (isCut) break
      await flight.enter(() => act(next))
    }
    await flight.empty()
  }
  const flat = async function* () {
    for await (const rows of rowsAtHand(task)) yield* rows
  }
  await each(flat(), one)
  // After the records that name them; and manufacturers refer to suppliers.
  for (const kind of [manufacturer, supplier])
    await each(
      job.made.filter(({ entity: name }) => name === kind.name),
      async (made) => {
        const isTried = await patiently(task, false, async () => {
          const name = `${made.entity} ${made.id}`
          const reason = await remove(kind, made.id, made.revision, name)
          if (reason !== null && reason !== goneSince)
            await keep(0, kind, made.id, `${kind.noun.one}: ${reason}`)
        })
        isCut ||= !isTried
      },
    )
  const { removed, restored } = counts
  return {
    account: { removed, restored, kept: kept.toSorted((a, b) => a.line - b.line), keptCount },
    isWhole: !isCut,
  }
}
