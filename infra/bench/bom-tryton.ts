import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { flatOf } from '#projector/bom/flat.ts'
import { applyBatch } from '#projector/kernel/apply.ts'
import { readCheckpoint } from '#projector/kernel/checkpoint.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import type { BomCatalogue } from './bom-catalogue.ts'
import { listening } from './bom-reads.ts'
import { openBench, type Bench } from './bom-tables.ts'
import { median, shown, timed } from './measuring.ts'

const answer = z.object({
  productsPerSecond: z.number(),
  linksPerSecond: z.number(),
  treeMilliseconds: z.number(),
  items: z.number(),
  pieces: z.number(),
})

/** Exit code of a script that leaves itself out. */
const absent = 77

const inTryton = (server: string, { size, subs, leaves, top }: BomCatalogue) => {
  const folder = mkdtempSync(join(tmpdir(), 'stykkliste-tryton-'))
  try {
    const file = join(folder, 'bom.json')
    const links = [
      ...subs.map(({ from, to, quantity }) => [from, to, quantity]),
      ...leaves.map(({ from, to, quantity }) => [from, size.assemblies + to, quantity]),
    ]
    writeFileSync(file, JSON.stringify({ top, products: size.assemblies + size.parts, links }))
    const script = join(import.meta.dirname, 'tryton.py')
    const python = process.env['PYTHON'] ?? 'python3'
    const name = `bench_tryton_${size.name.toLowerCase()}`
    const { status, error, stdout } = spawnSync(python, [script, server, file, name], {
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
    })
    // An error is that there is no Python; one that was stopped has neither error nor status.
    if (status === absent || error) return null
    if (status !== 0) throw new Error('Tryton did not finish')
    return answer.parse(JSON.parse(stdout.trim().split('\n').at(-1)!))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Products per second through the whole projection: tables, prices, answers. Appending them is measured apart. */
const projected = async (server: string, count: number): Promise<number> => {
  const { pool, projections, client } = await openBench(server, 'bench_import')
  const id = randomUUID()
  const events: RecordedEvent[] = Array.from({ length: count }, (_, i) => ({
    id,
    stream: `componenttype-${i + 1}`,
    revision: 0n,
    type: 'ItemRegistered',
    data: { entity: 'componenttypes', id: i + 1, values: { description: `Product ${i + 1}` } },
    metadata: { commandId: id, user: 'kari', at: '2026-01-01T00:00:00.000Z', v: 1 },
    position: BigInt(i + 1),
    writtenAt: '2026-01-01T00:00:00.000Z',
  }))
  let checkpoint = (await readCheckpoint(pool))!
  const time = await timed(async () => {
    for (let from = 0; from < count; from += 500)
      checkpoint = await applyBatch(
        { pool, projections },
        checkpoint,
        events.slice(from, from + 500),
      )
  })
  await client.end()
  await pool.end()
  return (count / time) * 1_000
}

/** Null where Tryton is not installed. */
export const trytonMeasures = async (
  server: string,
  bench: Bench,
  catalogue: BomCatalogue,
): Promise<readonly string[][] | null> => {
  const theirs = inTryton(server, catalogue)
  if (!theirs) return null
  const { graph } = bench.bom.model()
  const { parts, assemblies } = flatOf(graph, graph.assemblies.of(catalogue.top))
  const totals = [...Array.from(parts.quantities), ...Array.from(assemblies.quantities)]
  const pieces = totals.reduce<number>((sum, quantity) => sum + Number(quantity), 0)
  const isEqual = totals.length === theirs.items && Math.abs(pieces - theirs.pieces) < 0.5
  if (!isEqual) throw new Error(`Tryton has ${theirs.items} items, ${theirs.pieces} pieces`)

  const http = await listening(bench)
  const times: number[] = []
  for (let round = 0; round < 10; round++)
    times.push(await timed(() => http.get(`/api/assemblytypes/${catalogue.top}/bom`)))
  await http.close()
  const ours = median(times)
  const products = await projected(server, 10_000)
  const ratio = (value: number) => `${shown(value)}x`
  return [
    [
      'flat list over HTTP / Tryton: BOM tree, summed (same totals)',
      shown(ours),
      shown(theirs.treeMilliseconds),
      `1/${shown(theirs.treeMilliseconds / ours)}`,
    ],
    [
      'products a second, projected / Tryton: created',
      shown(products),
      shown(theirs.productsPerSecond),
      ratio(products / theirs.productsPerSecond),
    ],
    ['Tryton: BOM lines a second', '', shown(theirs.linksPerSecond), ''],
  ]
}
