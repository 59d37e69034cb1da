import { assembly, entityNamed } from '#contracts/catalogue/index.ts'
import { listed } from '#contracts/csv/answer.ts'
import { madeNames } from '#contracts/csv/made.ts'
import type { UndoAnswer } from '#contracts/csv/job-answer.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Values } from '#contracts/fields.ts'
import { streamOf } from '#contracts/streams.ts'
import { upcast } from '#contracts/parse-event.ts'
import { retry } from '../commands.ts'
import type { KeptRow } from '../store/row-log.ts'
import { goneSince, reinstateDeleted, removeMade, restoreChanged } from './revert.ts'
import { attempt, mapParallel } from './batches.ts'
import { importRows, type Task } from './task.ts'

type Kept = {
  readonly line: number
  readonly of: Entity
  readonly id: number
  readonly reason: string
}

/** The present title, or the last before deletion. */
const lastTitle = async ({ log }: Task, of: Entity, id: number): Promise<string> => {
  const titles = (await log.read(streamOf(of, id))).map(upcast).map(({ data }) => {
    const { values, changes } = data as { values?: Values; changes?: Values }
    return (values ?? changes)?.[of.title]
  })
  return String(titles.findLast((title) => title !== undefined) ?? '')
}

const keptOf = async (task: Task, left: readonly Kept[]): Promise<UndoAnswer['kept']> => {
  const first = left.toSorted((a, b) => a.line - b.line).slice(0, listed)
  return mapParallel(first, async ({ line, of, id, reason }) => ({
    line,
    id,
    title: await retry(() => lastTitle(task, of, id)),
    reason,
  }))
}

const takeBack = (task: Task, row: KeptRow): Promise<string | null> => {
  if (row.outcome === 'deleted') return reinstateDeleted(task, row)
  return row.outcome === 'created'
    ? removeMade(task, task.entity, row, `line ${row.line}`)
    : restoreChanged(task, row)
}

type OnDone = (row: KeptRow, reason: string | null) => void

const undoRows = async (task: Task, rows: readonly KeptRow[], onDone: OnDone): Promise<boolean> => {
  const finished: KeptRow[] = []
  const undoRow = (row: KeptRow) =>
    attempt(task, async () => {
      const reason = await takeBack(task, row)
      const outcome = row.outcome === 'created' ? 'removed' : 'restored'
      if (reason === null) finished.push({ ...row, outcome })
      onDone(row, reason)
    })
  try {
    return (await mapParallel(rows, undoRow)).every(Boolean)
  } finally {
    await task.rowLog.settle(finished)
  }
}

const undoReferences = async (task: Task, left: Kept[]): Promise<boolean> => {
  for (const kind of madeNames.map(entityNamed).toReversed()) {
    const made = task.job.made.filter(({ entity }) => entity === kind.name)
    const removed = await mapParallel(made, (one) =>
      attempt(task, async () => {
        const reason = await removeMade(task, kind, one, `${one.entity} ${one.id}`)
        if (reason !== null && reason !== goneSince)
          left.push({ line: 0, of: kind, id: one.id, reason: `${kind.noun.one}: ${reason}` })
      }),
    )
    if (!removed.every(Boolean)) return false
  }
  return true
}

/** Keeps and lists records that were changed or used since. Incomplete if stopped. */
export const undo = async (
  task: Task,
): Promise<{ readonly account: UndoAnswer; readonly isWhole: boolean }> => {
  const { job, entity, rowLog } = task
  const none = { created: 0, updated: 0, deleted: 0, removed: 0, restored: 0 }
  const { created, updated, deleted, ...counts } = { ...none, ...(await rowLog.counts()) }
  const left: Kept[] = []
  const tell = () => {
    job.done = Math.max(job.done, counts.removed + counts.restored + left.length)
    task.progressed()
  }
  const onDone: OnDone = ({ line, id, outcome }, reason) => {
    if (reason !== null) left.push({ line, of: entity, id, reason })
    else counts[outcome === 'created' ? 'removed' : 'restored']++
    importRows.inc({ stage: 'undo' })
    tell()
  }
  /** Again while that lets others follow, such as an assembly. False if stopped. */
  const undoAllRows = async (): Promise<boolean> => {
    const { restored } = counts
    left.length = 0
    for await (const rows of rowLog.pages(['created', 'updated', 'deleted']))
      if (!(await undoRows(task, rows, onDone))) return false
    const mayFollow = entity === assembly && left.length > 0 && counts.restored > restored
    return mayFollow ? undoAllRows() : true
  }
  // For a cancelled or stopped import only the rows that were done are work.
  job.rows = created + updated + deleted + counts.removed + counts.restored
  tell()
  const isWhole = (await undoAllRows()) && (await undoReferences(task, left))
  const { removed, restored } = counts
  const kept = await keptOf(task, left)
  return { account: { removed, restored, kept, keptCount: left.length }, isWhole }
}
