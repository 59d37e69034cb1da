import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { entities } from '#contracts/catalogue/index.ts'
import { openPool, readSchema } from '#projector/kernel/pool.ts'
import { createTables } from '#projector/kernel/schema.ts'
import { readSide } from '#projector/projections.ts'
import { kindOfPart, type BomCatalogue } from './bom-catalogue.ts'

type Rows = Iterable<readonly (string | number)[]>

function* text(rows: Rows) {
  let chunk = ''
  for (const row of rows) {
    chunk += `${row.join('\t')}\n`
    if (chunk.length < 65_536) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

export const copy = (client: pg.Client, table: string, columns: string, rows: Rows) =>
  pipeline(
    Readable.from(text(rows)),
    client.query(copyFrom(`copy ${table} (${columns}) from stdin`)),
  )

const at = '2026-01-01T00:00:00Z'
const article = (id: number) => `${1_000_000 + id}-${id % 97}`

function* parts(count: number, kind: string): Rows {
  for (let id = 1; id <= count; id++)
    if (kindOfPart(id) === kind)
      yield [
        id,
        at,
        at,
        0,
        `Sekskantskrue M${id % 30}x${id} elforsinket`,
        `Type ${id % 40}`,
        article(id),
        `K-${id}`,
        1 + (id % 50),
        1 + (id % 30),
      ]
}

function* numbered<T extends readonly (string | number)[]>(count: number, row: (id: number) => T) {
  for (let id = 1; id <= count; id++) yield row(id)
}

/** The read tables of a catalogue, copied in rather than projected: the fill is not what is measured here. */
export const fillTables = async (client: pg.Client, catalogue: BomCatalogue): Promise<void> => {
  const { size, subs, leaves } = catalogue
  const own = 'id, created_at, updated_at, version'
  const fields = 'description, type, supplier_articlenumber, ito_articlenumber'
  await copy(
    client,
    'suppliers',
    `${own}, name, order_email`,
    numbered(50, (id) => [id, at, at, 0, `Leverandør ${id}`, 'a@b.no']),
  )
  await copy(
    client,
    'manufacturers',
    `${own}, name, supplier_id`,
    numbered(30, (id) => [id, at, at, 0, `Produsent ${id}`, 1]),
  )
  for (const kind of ['component', 'motor', 'sensor']) {
    await copy(
      client,
      `${kind}types`,
      `${own}, ${fields}, supplier_id, manufacturer_id`,
      parts(size.parts, kind),
    )
    await copy(
      client,
      'price',
      'entity_type, entity_id, cost_price, cost_price_currency, price_factor, unit, created_at, updated_at',
      Array.from(parts(size.parts, kind), ([id]) => [
        `${kind}type`,
        id!,
        `${Number(id) % 900}.25`,
        Number(id) % 3 === 0 ? 'EUR' : 'NOK',
        '1.4',
        'stk',
        at,
        at,
      ]),
    )
  }
  await copy(
    client,
    'assemblytypes',
    `${own}, name, description`,
    numbered(size.assemblies, (id) => [id, at, at, 0, `Sammenstilling ${id}`, 'Beskrevet']),
  )
  await copy(
    client,
    'assembly_link',
    'parent_id, child_id, quantity, sort_order, created_at',
    subs.map((link) => [link.from, link.to, link.quantity, 0, at]),
  )
  await copy(
    client,
    'assembly_part',
    'assembly_id, part, part_id, quantity, sort_order, created_at',
    leaves.map((link) => [link.from, kindOfPart(link.to), link.to, link.quantity, 0, at]),
  )
  await client.query('analyze')
}

/** A database of its own with the read tables in it, and what reads and keeps them. */
export const openBench = async (server: string, name: string) => {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name} template template0`)
  await admin.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  const side = readSide(url.href)
  const pool = await openPool(url.href, { size: 4, patient: true })
  await createTables(pool, readSchema, side.projections)
  const client = new pg.Client({
    connectionString: url.href,
    options: `-c search_path=${readSchema}`,
  })
  await client.connect()
  return { url: url.href, pool, client, ...side, entities }
}

export type Bench = Awaited<ReturnType<typeof openBench>>
