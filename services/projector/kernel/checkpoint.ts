import { sql } from 'slonik'
import { z } from 'zod'
import { planned } from './sql.ts'
import type { Transaction } from './projection.ts'

const checkpoint = z.object({
  /** Hash of the tables' definition. */
  version: z.string(),
  /** Changes with every rebuild. */
  generation: z.string(),
  /** Position of the last applied event; null before the first. */
  position: z.bigint().nullable(),
  /** The day whose prices are in the tables. */
  day: z.string(),
  /** Id of the log's first event, to detect tables of another log. */
  logStart: z.string().nullable(),
  filled: z.boolean(),
  tables: z.array(z.string()),
})
export type Checkpoint = z.output<typeof checkpoint>

export const checkpointTable = sql.unsafe`
  create table checkpoint (
    single boolean primary key default true check (single),
    version text not null,
    generation uuid not null default gen_random_uuid(),
    position bigint,
    day date not null,
    log_start text,
    filled boolean not null default false,
    tables text[] not null default '{}'
  ) with (fillfactor = 50)`

export const readCheckpoint = (tx: Pick<Transaction, 'maybeOne'>): Promise<Checkpoint | null> =>
  tx.maybeOne(sql.type(checkpoint)`
    select version, generation, position, day::text, log_start as "logStart", filled, tables from checkpoint`)

/** False if the checkpoint is not at `from`. Run it first: its row lock excludes other writers. */
export const moveCheckpoint = async (
  tx: Transaction,
  from: Checkpoint,
  to: Pick<Checkpoint, 'position' | 'day' | 'logStart'>,
): Promise<boolean> => {
  const { rowCount } = await tx.query(planned('move checkpoint')`
    update checkpoint set position = ${to.position}, day = ${to.day}, log_start = ${to.logStart}
    where generation = ${from.generation} and day = ${from.day}
      and position is not distinct from ${from.position}`)
  return rowCount === 1
}
