import type { Bench } from './bom-tables.ts'
import { listening } from './bom-reads.ts'
import { flatByRecursion } from './bom-sql.ts'
import { median, shown, timed } from './measuring.ts'

/** Structures in which subassemblies are shared, so that paths are many and parts are few. */
const ladder = (layers: number): [number, number][] =>
  Array.from({ length: layers }, (_, layer) => {
    const top = 3 * layer + 1
    return [
      [top, top + 1],
      [top, top + 2],
      [top + 1, top + 3],
      [top + 2, top + 3],
    ] as [number, number][]
  }).flat()
const complete = (nodes: number): [number, number][] =>
  Array.from({ length: nodes }, (_, i) =>
    Array.from({ length: nodes - i - 1 }, (_, j) => [i + 1, i + j + 2] as [number, number]),
  ).flat()

const patience = 20_000

export const sharedMeasures = async (bench: Bench): Promise<readonly string[][]> => {
  const { client, bom, pool } = bench
  const rows: string[][] = []
  for (const [name, links] of [
    ['ladder of 20 diamonds', ladder(20)],
    ['26 assemblies, each in all before it', complete(26)],
  ] as const) {
    const last = Math.max(...links.flat())
    await client.query('truncate assemblytypes, assembly_link, assembly_part, componenttypes')
    await client.query(
      `insert into assemblytypes (id, created_at, updated_at, version, name, description)
       select i, now(), now(), 0, 'A' || i, '' from generate_series(1, $1::int) i`,
      [last],
    )
    await client.query(
      `insert into assembly_link select f, t, 1, null, 0, now() from unnest($1::int[], $2::int[]) l (f, t)`,
      [links.map(([from]) => from), links.map(([, to]) => to)],
    )
    await client.query(
      `insert into componenttypes (id, created_at, updated_at, version, description) values (1, now(), now(), 0, 'Bolt')`,
    )
    await client.query(`insert into assembly_part values ($1, 'component', 1, 1, null, 0, now())`, [
      last,
    ])
    await pool.transaction((tx) => bom.load!(tx))
    const http = await listening(bench)
    const times: number[] = []
    for (let round = 0; round < 5; round++)
      times.push(await timed(() => http.get('/api/assemblytypes/1/bom')))
    const hierarchy = await timed(() => http.get('/api/assemblytypes/1/bom/hierarchy'))
    await client.query(`set statement_timeout = ${patience}`)
    const start = performance.now()
    const slow = await client.query(flatByRecursion, [1]).then(
      () => shown(performance.now() - start),
      () => `> ${patience.toLocaleString('en')}`,
    )
    await client.query('set statement_timeout = 0')
    await http.close()
    rows.push([`${name}: flat list / recursive query`, shown(median(times)), slow, ''])
    rows.push([`${name}: hierarchy, as far as one answer goes`, shown(hierarchy), '', ''])
  }
  return rows
}
