import { sql } from 'slonik'
import { z } from 'zod'
import { linesBody, type LinesBody } from '#contracts/assembly/lines.ts'
import { OutcomeUnknown } from '#contracts/event-log.ts'
import { openTables } from '#kernel/database.ts'
import { maySucceedLater } from '#kernel/transient-errors.ts'
import type { By } from '../kernel/command.ts'

/** A requested change of many lines that needs several appends. */
export type PendingLines = {
  readonly by: Omit<By, 'ifMatch'> & { readonly request: string; readonly givenAt: number }
  readonly assemblyId: number
  readonly body: LinesBody
}

/** Stays pending if the work does not finish, whatever was written. */
export const whilePending = async <T>(
  table: PendingLinesTable,
  pending: PendingLines,
  run: () => Promise<T>,
): Promise<T> => {
  await table.begin(pending)
  try {
    const outcome = await run()
    await table.end(pending)
    return outcome
  } catch (error) {
    if (!maySucceedLater(error)) throw error
    throw new OutcomeUnknown('It is completed later', { cause: error })
  }
}

const by = z.object({
  user: z.string(),
  userId: z.string().exactOptional(),
  token: z.string().exactOptional(),
  requestId: z.string().exactOptional(),
  commandId: z.string(),
  request: z.string(),
  givenAt: z.number(),
  note: z.record(z.string(), z.json()).exactOptional(),
})
const pendingRow = sql.type(z.object({ by, assemblyId: z.int(), body: linesBody }))

const tables = {
  schema: 'command',
  last: 'pending_lines',
  statements: [
    sql.unsafe`
      create table if not exists command.pending_lines (
        command_id uuid primary key,
        assembly_id integer not null,
        by json not null,
        body json not null)`,
  ],
}

/** Stores such changes from before the first append until after the last. */
export const openPendingLines = async (url: string) => {
  const pool = await openTables(url, tables, { maxPoolSize: 2 })
  return {
    begin: async (pending: PendingLines): Promise<void> => {
      await pool.query(sql.unsafe`
        insert into command.pending_lines (command_id, assembly_id, by, body)
        values (${pending.by.commandId}, ${pending.assemblyId}, ${JSON.stringify(pending.by)},
          ${JSON.stringify(pending.body)})
        on conflict do nothing`)
    },
    end: async (pending: PendingLines): Promise<void> => {
      await pool.query(sql.unsafe`
        delete from command.pending_lines where command_id = ${pending.by.commandId}`)
    },
    all: (): Promise<readonly PendingLines[]> =>
      pool.any(pendingRow`
        select by, assembly_id as "assemblyId", body from command.pending_lines`),
    close: () => pool.end(),
  }
}

export type PendingLinesTable = Omit<Awaited<ReturnType<typeof openPendingLines>>, 'close'>
