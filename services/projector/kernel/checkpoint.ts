import { sql } from 'slonik'
import { z } from 'zod'
import { planned } from './sql.ts'
import type { Transaction } from './projection.ts'

const checkpoint = z.object({
  /** Which definition the tables were made by. */
  version: z.string(),
  /** Which making of the tables this is: a rebuild that is swapped in has another. */
  generation: z.string(),
  /** Of the last event applied; null before the first. */
  position: z.bigint().nullable(),
  /** On which the prices hold that are the present ones. */
  day: z.string(),
  /** Id of the log's first event: tables of another log are of no use. */
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

/** False where the checkpoint is not at `from`. As the first statement it holds off every other writer. */
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
