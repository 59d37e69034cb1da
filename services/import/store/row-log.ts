import { sql, type DatabasePool, type DatabaseTransactionConnection } from 'slonik'
import { z } from 'zod'
import type { ChangedPrice, Problem } from '#contracts/csv/answer.ts'
import type { SkipReason } from '#contracts/csv/skip-reasons.ts'
import { retry } from '../commands.ts'

/** Final outcomes. An undo turns created into `removed`, and updated or deleted into `restored`. */
export const settledOutcomes = [
  'created',
  'updated',
  'skipped',
  'unchanged',
  'deleted',
  'removed',
  'restored',
] as const
export type SettledOutcome = (typeof settledOutcomes)[number]

/** Details of a row besides its outcome. */
export type RowNote = {
  readonly warnings: readonly Problem[]
  readonly prices: readonly ChangedPrice[]
}

/** Written before a row is done. */
export type NotedRow = { readonly at: number; readonly line: number; readonly note: RowNote }

/** A durable outcome. `at` is the index of the row from 0. */
export type SettledRow = {
  readonly at: number
  readonly line: number
  readonly outcome: SettledOutcome
  readonly id: number
  readonly revision: number
  readonly because?: SkipReason | undefined
}
export type KeptRow = SettledRow & { readonly note: RowNote | null }

const pageSize = 512

const keptRow = sql.type(z.custom<KeptRow>())
const noteRow = sql.type(z.custom<{ at: number; note: RowNote }>())
const countRow = sql.type(z.custom<{ outcome: SettledOutcome; count: number }>())
const begunRow = sql.type(z.object({ begun: z.number() }))

async function* pagesOf(
  pool: DatabasePool,
  job: string,
  outcomes: readonly SettledOutcome[],
): AsyncGenerator<readonly KeptRow[]> {
  let rows: readonly KeptRow[] = []
  do {
    const after = rows.at(-1)?.at ?? -1
    rows = await retry(() =>
      pool.any(keptRow`
        select at, line, outcome, record as id, revision, because, note from import.row
        where job = ${job} and at > ${after} and outcome = any(${sql.array([...outcomes], 'text')})
        order by at limit ${pageSize}`),
    )
    yield rows
  } while (rows.length === pageSize)
}

/** Inserts notes. For rows with earlier notes, returns those. */
const beginRows = async (
  tx: DatabaseTransactionConnection,
  job: string,
  rows: readonly number[],
  notes: readonly NotedRow[],
): Promise<ReadonlyMap<number, RowNote>> => {
  await tx.query(sql.unsafe`
    update import.job set begun = greatest(begun, ${(rows.at(-1) ?? -1) + 1}) where id = ${job}`)
  const noted = notes.map(({ at, line, note }) => [at, line, JSON.stringify(note)])
  await tx.query(sql.unsafe`
    insert into import.row (job, at, line, outcome, note)
    select ${job}, at, line, 'begun', note
    from ${sql.unnest(noted, ['int4', 'int4', 'json'])} as begun (at, line, note)
    on conflict (job, at) do update set note = coalesce(import.row.note, excluded.note)`)
  const kept = await tx.any(noteRow`
    select at, note from import.row
    where job = ${job} and at = any(${sql.array([...rows], 'int4')}) and note is not null`)
  return new Map(kept.map(({ at, note }) => [at, note]))
}

export const createRowLog = (pool: DatabasePool, job: string) => ({
  pages: (outcomes: readonly SettledOutcome[]) => pagesOf(pool, job, outcomes),
  /** The first row that no interrupted run can have begun. */
  begun: async (): Promise<number> =>
    (await pool.one(begunRow`select begun from import.job where id = ${job}`)).begun,
  /** Stores notes before the rows are done. Existing notes are kept and returned. */
  begin: (rows: readonly number[], notes: readonly NotedRow[]) =>
    retry(() => pool.transaction((tx) => beginRows(tx, job, rows, notes))),
  settle: async (rows: readonly SettledRow[]): Promise<void> => {
    if (rows.length === 0) return
    const tuples = rows.map((row) => {
      const { at, line, outcome, id, revision, because = null } = row
      return [at, line, outcome, id, revision, because]
    })
    await retry(() =>
      pool.query(sql.unsafe`
        insert into import.row (job, at, line, outcome, record, revision, because)
        select ${job}, * from ${sql.unnest(tuples, ['int4', 'int4', 'text', 'int4', 'int4', 'text'])} as settled
        on conflict (job, at) do update set outcome = excluded.outcome,
          record = excluded.record, revision = excluded.revision, because = excluded.because`),
    )
  },
  counts: async (): Promise<Readonly<Partial<Record<SettledOutcome, number>>>> => {
    const rows = await pool.any(countRow`
      select outcome, count(*)::int4 as count from import.row where job = ${job} group by outcome`)
    return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]))
  },
})

export type RowLog = ReturnType<typeof createRowLog>
