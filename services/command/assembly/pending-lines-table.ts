import { sql } from 'slonik'
import { z } from 'zod'
import { linesBody } from '#contracts/assembly/lines.ts'
import { openTables } from '#kernel/database.ts'
import type { PendingLinesTable } from './pending-lines.ts'

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

export const openPendingLines = async (
  url: string,
): Promise<PendingLinesTable & { readonly close: () => Promise<void> }> => {
  const pool = await openTables(url, tables, { maxPoolSize: 2 })
  return {
    begin: async (pending) => {
      await pool.query(sql.unsafe`
        insert into command.pending_lines (command_id, assembly_id, by, body)
        values (${pending.by.commandId}, ${pending.assemblyId}, ${JSON.stringify(pending.by)},
          ${JSON.stringify(pending.body)})
        on conflict do nothing`)
    },
    end: async (pending) => {
      await pool.query(sql.unsafe`
        delete from command.pending_lines where command_id = ${pending.by.commandId}`)
    },
    all: () =>
      pool.any(pendingRow`
        select by, assembly_id as "assemblyId", body from command.pending_lines`),
    close: () => pool.end(),
  }
}
