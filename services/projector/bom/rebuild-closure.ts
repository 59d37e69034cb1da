import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Transaction } from '../kernel/projection.ts'
import { allPairs } from './closure.ts'
import { closureStatements } from './closure-table.ts'
import type { BomModel } from './model.ts'

const next = 'bom_closure_next'

function* copyText(model: BomModel): Generator<string> {
  let text = ''
  for (const row of allPairs(model)) {
    text += `${row.ancestor}\t${row.descendant}\t${row.quantity}\t${row.paths}\t${row.minDepth}\t${row.maxDepth}\n`
    if (text.length < 65_536) continue
    yield text
    text = ''
  }
  yield text
}

/**
 * Computes the whole closure in memory, one assembly at a time, copies it into a new table on a connection of
 * its own, and puts that in the old one's place in the transaction that moves the checkpoint. Whoever reads
 * meanwhile reads the old one.
 */
export const rebuildClosure = async (
  tx: Transaction,
  url: string,
  model: BomModel,
): Promise<void> => {
  const schema = await tx.oneFirst(
    sql.type(z.object({ name: z.string() }))`select current_schema()::text as name`,
  )
  const table = `"${schema}".${next}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('set local synchronous_commit = off')
    await client.query(`drop table if exists ${table}`)
    await client.query(closureStatements.create(table))
    await pipeline(
      Readable.from(copyText(model), { objectMode: true }),
      client.query(copyFrom(`copy ${table} from stdin`)),
    )
    for (const statement of closureStatements.indexes(table)) await client.query(statement)
    await client.query('commit')
  } finally {
    await client.end()
  }
  await tx.query(sql.unsafe`drop table bom_closure`)
  await tx.query(sql.unsafe`alter table bom_closure_next rename to bom_closure`)
  await tx.query(sql.unsafe`alter index bom_closure_next_pkey rename to bom_closure_pkey`)
}
