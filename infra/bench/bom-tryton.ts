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
  products: z.number(),
  productsPerSecond: z.number(),
  links: z.number(),
  linksPerSecond: z.number(),
  /** Null where it was stopped. */
  tree: z
    .object({
      milliseconds: z.number(),
      lines: z.number(),
      items: z.number(),
      pieces: z.number(),
    })
    .nullable(),
})

/** So many of the lowest assemblies, with all that is in them, are created through Tryton's models: all of size S. */
const sampled = 300

/** Exit code of a script that leaves itself out. */
const absent = 77

const inTryton = (server: string, { size, subs, leaves, top }: BomCatalogue, seconds: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'stykkliste-tryton-'))
  try {
    const file = join(folder, 'bom.json')
    const links = [
      ...subs.map(({ from, to, quantity }) => [from, to, quantity]),
      ...leaves.map(({ from, to, quantity }) => [from, size.assemblies + to, quantity]),
    ]
    const products = size.assemblies + size.parts
    const sample = size.assemblies - sampled + 1
    writeFileSync(file, JSON.stringify({ top, products, links, sample, seconds }))
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

const whole = new Intl.NumberFormat('en')

/** Milliseconds of our flat list over HTTP, once both have answered the same totals. */
const ourTree = async (
  bench: Bench,
  { top }: BomCatalogue,
  theirs: z.infer<typeof answer>['tree'],
): Promise<number> => {
  const { graph } = bench.bom.model()
  const { parts, assemblies } = flatOf(graph, graph.assemblies.of(top))
  const totals = [...Array.from(parts.quantities), ...Array.from(assemblies.quantities)]
  const pieces = totals.reduce<number>((sum, quantity) => sum + Number(quantity), 0)
  const isEqual = (tree: NonNullable<typeof theirs>) =>
    totals.length === tree.items && Math.abs(pieces - tree.pieces) < 0.5
  if (theirs && !isEqual(theirs))
    throw new Error(`Tryton has ${theirs.items} items, ${theirs.pieces} pieces`)

  const http = await listening(bench)
  const times: number[] = []
  for (let round = 0; round < 10; round++)
    times.push(await timed(() => http.get(`/api/assemblytypes/${top}/bom`)))
  await http.close()
  return median(times)
}

/** Null where Tryton is not installed. */
export const trytonMeasures = async (
  server: string,
  bench: Bench,
  catalogue: BomCatalogue,
  /** After so long its tree is stopped. */
  seconds: number,
): Promise<readonly string[][] | null> => {
  const theirs = inTryton(server, catalogue, seconds)
  if (!theirs) return null
  const { tree } = theirs
  const ours = await ourTree(bench, catalogue, tree)
  const products = await projected(server, 10_000)
  return [
    tree
      ? [
          `flat list over HTTP / Tryton: BOM tree of ${whole.format(tree.lines)} lines, summed (same totals)`,
          shown(ours),
          shown(tree.milliseconds),
          `1/${shown(tree.milliseconds / ours)}`,
        ]
      : [
          'flat list over HTTP / Tryton: BOM tree, stopped',
          shown(ours),
          `over ${whole.format(seconds * 1_000)}`,
          `below 1/${shown((seconds * 1_000) / ours)}`,
        ],
    [
      `products a second, projected / Tryton: ${whole.format(theirs.products)} created`,
      shown(products),
      shown(theirs.productsPerSecond),
      `${shown(products / theirs.productsPerSecond)}x`,
    ],
    [
      `Tryton: BOM lines a second, of ${whole.format(theirs.links)} created`,
      '',
      shown(theirs.linksPerSecond),
      '',
    ],
  ]
}
