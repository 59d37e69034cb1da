import { sql } from 'slonik'
import { z } from 'zod'
import type { Position } from '#contracts/event-log.ts'
import { planned } from './sql.ts'
import type { Transaction } from './projection.ts'

const checkpoint = z.object({
  /** Which definition the tables were made by. */
  version: z.string(),
  /** Which making of the tables this is: a rebuild that is swapped in has another. */
  generation: z.string(),
  /** Of the last event applied; null before the first. */
  position: z.bigint().nullable(),
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
    log_start text,
    filled boolean not null default false,
    tables text[] not null default '{}'
  ) with (fillfactor = 50)`

export const readCheckpoint = (tx: Pick<Transaction, 'maybeOne'>): Promise<Checkpoint | null> =>
  tx.maybeOne(sql.type(checkpoint)`
    select version, generation, position, log_start as "logStart", filled, tables from checkpoint`)

/** False where the checkpoint is not at `from`. As the first statement it holds off every other writer. */
export const moveCheckpoint = async (
  tx: Transaction,
  from: Checkpoint,
  to: { readonly position: Position; readonly logStart: string | null },
): Promise<boolean> => {
  const { rowCount } = await tx.query(planned('move checkpoint')`
    update checkpoint set position = ${to.position}, log_start = ${to.logStart}
    where generation = ${from.generation} and position is not distinct from ${from.position}`)
  return rowCount === 1
}
