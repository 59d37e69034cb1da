import { sql, type DatabasePool } from 'slonik'
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

export type RowNote = {
  readonly warnings: readonly Problem[]
  readonly prices: readonly ChangedPrice[]
}

/** A durable outcome. `at` is the index of the row from 0. */
export type KeptRow = {
  readonly at: number
  readonly line: number
  readonly outcome: SettledOutcome
  readonly id: number
  readonly revision: number
  readonly because?: SkipReason | undefined
  readonly note: RowNote | null
}

const pageSize = 512
const columnTypes = ['int4', 'int4', 'text', 'int4', 'int4', 'text', 'json']

const keptRow = sql.type(z.custom<KeptRow>())
const countRow = sql.type(z.custom<{ outcome: SettledOutcome; count: number }>())

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

export const createRowLog = (pool: DatabasePool, job: string) => ({
  pages: (outcomes: readonly SettledOutcome[]) => pagesOf(pool, job, outcomes),
  settle: async (rows: readonly KeptRow[]): Promise<void> => {
    if (rows.length === 0) return
    const tuples = rows.map((row) => {
      const { at, line, outcome, id, revision, because = null, note } = row
      return [at, line, outcome, id, revision, because, note && JSON.stringify(note)]
    })
    await retry(() =>
      pool.query(sql.unsafe`
        insert into import.row (job, at, line, outcome, record, revision, because, note)
        select ${job}, * from ${sql.unnest(tuples, columnTypes)} as settled
        on conflict (job, at) do update set outcome = excluded.outcome, record = excluded.record,
          revision = excluded.revision, because = excluded.because, note = excluded.note`),
    )
  },
  counts: async (): Promise<Readonly<Partial<Record<SettledOutcome, number>>>> => {
    const rows = await pool.any(countRow`
      select outcome, count(*)::int4 as count from import.row where job = ${job} group by outcome`)
    return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]))
  },
})

export type RowLog = ReturnType<typeof createRowLog>
