import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { onConnection } from '#infra/postgres/databases.ts'
import type { Manifest } from './manifest.ts'
import { lines, tablesIn } from './tables.ts'

const ending = '.ndjson.gz'

export const tablesOf = ({ files }: Manifest, database: string): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(files)
      .filter(([path]) => path.startsWith(`${database}/`) && path.endsWith(ending))
      .map(([path, { rows = 0 }]) => [path.slice(database.length + 1, -ending.length), rows]),
  )

/** Inserting explicit ids does not move a sequence, so the next generated id would collide. */
const moveSequences = async (client: Client, table: string): Promise<void> => {
  const { rows } = await client.query<{ column: string; sequence: string }>(
    `select * from (
       select quote_ident(attname) as column, pg_get_serial_sequence($1, attname) as sequence
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
     ) columns where sequence is not null`,
    [table],
  )
  for (const { column, sequence } of rows)
    await client.query(`select setval($1, max(${column})) from ${table}`, [sequence])
}

const loadTable = async (client: Client, table: string, path: string, rows: number) => {
  // Creating the tables inserted rows too, such as the schema version.
  await client.query(`delete from ${table}`)
  await client.query('create temp table line (row json) on commit drop')
  const target = client.query(copyFrom(`copy line from stdin ${lines}`))
  await pipeline(createReadStream(path), createGunzip(), target)
  const { rowCount } = await client.query(
    `insert into ${table} overriding system value
     select loaded.* from line, json_populate_record(null::${table}, row) loaded`,
  )
  await client.query('drop table line')
  if (rowCount !== rows)
    throw new Error(`${table} fikk ${rowCount} rader, og kopien har ${rows}. Ingenting er beholdt.`)
  await moveSequences(client, table)
}

const hasRows = async (client: Client, table: string): Promise<boolean> =>
  (await client.query(`select from ${table} limit 1`)).rowCount === 1

/** @throws a message for the operator if a table has rows. */
export const requireEmpty = (url: string): Promise<void> =>
  onConnection(url, async (client) => {
    const filled: string[] = []
    for (const table of await tablesIn(client)) if (await hasRows(client, table)) filled.push(table)
    if (filled.length > 0)
      throw new Error(
        `Databasen ${client.database} er ikke tom (${filled.join(', ')}). En kopi hentes bare tilbake til tomme databaser.`,
      )
  })

/** Loads all tables in one transaction. */
export const loadTables = (
  url: string,
  folder: string,
  database: string,
  manifest: Manifest,
): Promise<void> =>
  onConnection(url, async (client) => {
    const known = await tablesIn(client)
    const copied = tablesOf(manifest, database)
    const unknown = [...copied.keys()].filter((table) => !known.includes(table))
    if (unknown.length > 0)
      throw new Error(`Kopien har tabeller som denne utgaven ikke kjenner: ${unknown.join(', ')}.`)
    await client.query('begin')
    for (const table of known) {
      const rows = copied.get(table)
      if (rows === undefined) continue
      await loadTable(client, table, join(folder, database, table + ending), rows)
    }
    await client.query('commit')
  })
