import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'
import type { jobAnswer } from '#contracts/csv/job-answer.ts'
import type { MadeByImports } from '#contracts/csv/made.ts'
import type { BulkWork } from '#contracts/bulk.ts'
import type { Choices, ImportOptions } from '#contracts/csv/options.ts'
import { osloDay } from '#contracts/days.ts'
import type { EntityName } from '#contracts/entity.ts'
import { createLocks, exclusive } from '#kernel/locks.ts'
import { openTables } from '#kernel/database.ts'
import { retry, type Requester } from '../commands.ts'
import { createRowLog } from './row-log.ts'

/** `json` rather than `jsonb`, to keep accounts exactly as written. */
const tables = {
  schema: 'import',
  last: 'row',
  statements: [
    sql.unsafe`
      create table if not exists import.job (
        id uuid primary key,
        entity text not null,
        state text not null,
        started_at timestamptz not null,
        begun integer not null default 0, -- backups of older releases have it
        details json not null,
        answer json,
        undo json,
        digests bytea)`,
    sql.unsafe`
      create table if not exists import.row (
        job uuid not null references import.job on delete cascade,
        at integer not null,
        line integer not null,
        outcome text not null,
        record integer not null default 0,
        revision integer not null default 0,
        because text,
        note json,
        primary key (job, at))`,
  ],
}

export const openImportDatabase = (url: string): Promise<DatabasePool> =>
  openTables(url, tables, { maxPoolSize: 8 })

export type MadeReference = {
  readonly entity: MadeByImports
  readonly id: number
  readonly revision: number
}

type Shown = Omit<z.output<typeof jobAnswer>, 'kind' | 'secondsLeft'>

export type Job = Requester &
  Shown & {
    readonly entity: EntityName
    /** Who last requested the run or undo. */
    actor?: Requester
    readonly options: ImportOptions
    readonly choices: Choices
    /** The bulk change, if the rows are a selection instead of a file. */
    readonly bulk?: BulkWork
    /** Of the request; absent in jobs of older releases. */
    readonly requestDigest?: string
    made: MadeReference[]
  }

export const reachedBy = ({ position }: Job): bigint | null =>
  position === null ? null : BigInt(position)

/** Keeps the highest position, since answers may come in any order. */
export const wroteAt = (job: Job, position: bigint | null): void => {
  if (position !== null && (reachedBy(job) ?? 0n) < position) job.position = String(position)
}

/** The start day in Norway, the same however often the import is resumed. */
export const dayOf = ({ startedAt }: Job): string => osloDay(startedAt)

const jobRow = sql.type(
  z
    .custom<Pick<Job, 'answer' | 'undo'> & { details: Omit<Job, 'answer' | 'undo'> }>()
    .transform(({ details, ...accounts }): Job => ({ ...details, ...accounts })),
)
const stateRow = sql.type(z.custom<Pick<Job, 'id' | 'entity' | 'state' | 'startedAt'>>())
const digestsRow = sql.type(z.object({ digests: z.instanceof(Buffer).nullable() }))

const json = (value: unknown) => (value === null ? null : JSON.stringify(value))

export const createJobRepository = (pool: DatabasePool) => {
  const alone = createLocks()
  /** Serialises saves of a job, so that the last one wins. */
  const inOrder = (id: string, save: () => Promise<unknown>): Promise<void> =>
    alone([exclusive(id)], async () => void (await save()))

  return {
    rowLog: (id: string) => createRowLog(pool, id),
    insert: async ({ answer, undo, ...details }: Job): Promise<void> => {
      await pool.query(sql.unsafe`
        insert into import.job (id, entity, state, started_at, details, answer, undo)
        values (${details.id}, ${details.entity}, ${details.state}, ${details.startedAt},
          ${json(details)}, ${json(answer)}, ${json(undo)})`)
    },
    save: ({ answer, undo, ...details }: Job): Promise<void> => {
      const query = sql.unsafe`
        update import.job set state = ${details.state}, details = ${json(details)},
          answer = ${json(answer)}, undo = ${json(undo)}
        where id = ${details.id}`
      return inOrder(details.id, () => retry(() => pool.query(query)))
    },
    saveProgress: ({ answer: _answer, undo: _undo, ...details }: Job): Promise<void> => {
      const query = sql.unsafe`
        update import.job set state = ${details.state}, details = ${json(details)}
        where id = ${details.id}`
      return inOrder(details.id, () => pool.query(query))
    },
    read: async (id: string): Promise<Job | undefined> =>
      (await pool.maybeOne(jobRow`
        select details, answer, undo from import.job where id = ${id}`)) ?? undefined,
    latest: (count: number): Promise<readonly Job[]> =>
      pool.any(jobRow`
        select details, answer, undo from import.job order by started_at desc limit ${count}`),
    states: () =>
      pool.any(stateRow`select id, entity, state, started_at as "startedAt" from import.job`),
    remove: (id: string): Promise<void> =>
      inOrder(id, () => pool.query(sql.unsafe`delete from import.job where id = ${id}`)),
    saveDigests: async (id: string, digests: Buffer): Promise<void> => {
      await retry(() =>
        pool.query(sql.unsafe`
          update import.job set digests = ${sql.binary(digests)} where id = ${id}`),
      )
    },
    digests: async (id: string): Promise<Buffer | null> =>
      (await pool.one(digestsRow`select digests from import.job where id = ${id}`)).digests,
  }
}

export type JobRepository = ReturnType<typeof createJobRepository>
