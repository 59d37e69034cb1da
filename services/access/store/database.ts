import { sql, type DatabasePool, type DatabaseTransactionConnection } from 'slonik'
import { z } from 'zod'
import { connect, ensureSchema, lockedTransaction } from '#kernel/database.ts'
import { steps } from './schema.ts'

export type Database = DatabasePool
export type Transaction = DatabaseTransactionConnection
export type Connection = Database | Transaction

/** Migrations: accounts cannot be rebuilt from the event log. */
const migrate = (pool: DatabasePool, to: number): Promise<void> =>
  lockedTransaction(pool, 'access', async (tx) => {
    await ensureSchema(tx, 'access')
    await tx.query(
      sql.unsafe`create table if not exists access.schema_steps (step integer primary key)`,
    )
    const done = await tx.oneFirst(
      sql.type(z.object({ n: z.number() }))`select count(*)::int as n from access.schema_steps`,
    )
    if (done > steps.length)
      throw new Error(
        `Kontoene er skrevet av en nyere Stykkliste (trinn ${done}; denne kjenner ${steps.length}). ` +
          'Ingenting er endret. Start den nyere, eller hent tilbake en sikkerhetskopi fra før oppgraderingen.',
      )
    for (const [index, statements] of steps.slice(0, to).entries()) {
      if (index < done) continue
      for (const statement of statements) await tx.query(statement)
      await tx.query(sql.unsafe`insert into access.schema_steps values (${index})`)
    }
  })

/** `to`: stops at the schema of an older release, to restore its rows. */
export const openDatabase = async (url: string, to: number = steps.length): Promise<Database> => {
  const pool = await connect(url, { maxPoolSize: 8, statementTimeout: 10_000 })
  await migrate(pool, to)
  return pool
}
