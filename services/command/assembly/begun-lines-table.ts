import { createPool, sql, type DatabasePool } from 'slonik'
import { z } from 'zod'
import { linesBody } from '#contracts/assembly/lines.ts'
import { ensureSchema, rowParser } from '#kernel/database.ts'
import type { BegunLinesTable } from './begun-lines.ts'

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
const begunRow = sql.type(z.object({ by, assemblyId: z.int(), body: linesBody }))

const makeTable = (pool: DatabasePool): Promise<void> =>
  pool.transaction(async (tx) => {
    await tx.query(sql.unsafe`select pg_advisory_xact_lock(hashtext('command'))`)
    await ensureSchema(tx, 'command')
    await tx.query(sql.unsafe`
      create table if not exists command.begun_lines (
        command_id uuid primary key,
        assembly_id integer not null,
        by json not null,
        body json not null)`)
  })

export const openBegunLines = async (
  url: string,
): Promise<BegunLinesTable & { readonly close: () => Promise<void> }> => {
  const pool = await createPool(url, {
    interceptors: [rowParser],
    maxPoolSize: 2,
    connectionTimeout: 5_000,
    idleTimeout: 60_000,
  })
  await makeTable(pool)
  return {
    begin: async (begun) => {
      await pool.query(sql.unsafe`
        insert into command.begun_lines (command_id, assembly_id, by, body)
        values (${begun.by.commandId}, ${begun.assemblyId}, ${JSON.stringify(begun.by)},
          ${JSON.stringify(begun.body)})
        on conflict do nothing`)
    },
    end: async (begun) => {
      await pool.query(sql.unsafe`
        delete from command.begun_lines where command_id = ${begun.by.commandId}`)
    },
    all: () =>
      pool.any(begunRow`
        select by, assembly_id as "assemblyId", body from command.begun_lines`),
    close: () => pool.end(),
  }
}
