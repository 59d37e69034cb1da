import { sql } from 'slonik'
import { z } from 'zod'
import type { Transaction } from './projection.ts'
import { json, listed, planned } from './sql.ts'

const column = sql.type(z.object({ name: z.string() }))

/** A table's columns never change while the process lives. */
const known = new Map<string, readonly string[]>()

/** All columns except generated ones. */
const columnsOf = async (tx: Transaction, table: string): Promise<readonly string[]> => {
  const found =
    known.get(table) ??
    (await tx.anyFirst(column`
      select attname as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and attgenerated = '' and not attisdropped
      order by attnum`))
  known.set(table, found)
  return found
}

export const insertRows = async (
  tx: Transaction,
  table: string,
  rows: readonly object[],
): Promise<void> => {
  if (rows.length === 0) return
  const name = sql.identifier([table])
  const columns = listed((await columnsOf(tx, table)).map((one) => sql.identifier([one])))
  await tx.query(planned(`add to ${table}`, rows.length)`
    insert into ${name} (${columns})
    select ${columns} from json_populate_recordset(null::${name}, ${json(rows)})`)
}
