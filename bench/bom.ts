import { setTimeout as delay } from 'node:timers/promises'
import { bomLimits } from '#contracts/assembly/bom.ts'
import { StructureGraph } from '#command/model/structure-graph.ts'
import { percentile } from '#bench/statistics.ts'
import { startTestServer } from '#infra/postgres/test-server.ts'
import { bomCatalogue, levelStarts, parentNear, sizes, type BomCatalogue } from './bom-catalogue.ts'
import { listen, openReadSide, type Http, type ReadSide } from './bom-database.ts'
import { pastReads } from './bom-past.ts'
import {
  fillReadyTable,
  flatByRecursion,
  readyLines,
  readyTable,
  treeByRecursion,
} from './bom-sql.ts'
import { history, linked, recorded, relinked, unlinked } from './events.ts'
import { best, less, formatted, timed, type Benchmark, type Row } from './frame.ts'

/** Stores the top assembly's flat list as rows that need no join and no sum. */
const fillReady = async ({ client }: ReadSide, http: Http, { top }: BomCatalogue) => {
  const { items } = JSON.parse(await http.read(`/api/assemblytypes/${top}/bom`)) as {
    items: object[]
  }
  await client.query(readyTable)
  for (let at = 0; at < items.length; at += 10_000)
    await client.query(fillReadyTable, [top, at, JSON.stringify(items.slice(at, at + 10_000))])
  await client.query('analyze ready_line')
  return items.length
}

const reads = async (
  side: ReadSide,
  catalogue: BomCatalogue,
  hasFloor: boolean,
): Promise<Row[]> => {
  const http = await listen(side)
  const { client } = side
  const { top } = catalogue
  const lines = await fillReady(side, http, catalogue)
  const flat = () => http.time(`/api/assemblytypes/${top}/bom`)
  const first = () => {
    side.bom.model().forgetFlats()
    return flat()
  }
  const page = () => http.time(`/api/assemblytypes/${top}/bom/hierarchy?limit=1000&offset=20000`)
  const json = async (query: string) => JSON.stringify((await client.query(query, [top])).rows)
  const ours = await best(15, { flat, first, select: () => json(readyLines), page })
  const slow = await best(1, {
    recursive: () => json(flatByRecursion),
    tree: () => json(treeByRecursion),
  })
  const past = await pastReads(side, http, catalogue, hasFloor)
  await http.close()
  const floor = (least: number) => (hasFloor ? least : undefined)
  return [
    { what: 'lines of the flat list', ours: lines.toLocaleString('en') },
    less('flat list over HTTP / plain select, as JSON', 'ms', [ours.flat, ours.select], floor(1)),
    less('the same, first after a change', 'ms', [ours.first, ours.select]),
    less('flat list over HTTP / recursive query', 'ms', [ours.flat, slow.recursive], floor(5)),
    less('1,000 lines of the tree over HTTP / SQL', 'ms', [ours.page, slow.tree], floor(50)),
    ...past,
  ]
}

const below = (limit: number) => Math.floor(Math.random() * limit)
const batch = 500

/** Links are only made from a lower to a higher id, so no cycle can arise. */
const edits = ({ size, subs }: BomCatalogue) => {
  const starts = levelStarts(size)
  return Array.from({ length: batch }, (_, n) => {
    const link = subs[below(subs.length)]!
    if (n % 3 === 0) return relinked(link.from, link.to, 1 + below(9))
    if (n % 3 === 1) return unlinked(link.from, link.to)
    const child = starts[1]! + below(size.assemblies - starts[1]! + 1)
    const level = starts.findLastIndex((start) => start <= child)
    return linked(parentNear(starts, child, level, level - 1, below(16) - 8), child, 1 + below(9))
  }).map((event) => recorded('bom-structure', event))
}

const writes = async (side: ReadSide, catalogue: BomCatalogue, hasFloor: boolean): Promise<Row> => {
  const times = await best(5, {
    edit: async () => {
      const events = edits(catalogue)
      return (await timed(() => side.apply(events))) / batch
    },
    rebuild: side.rebuild,
  })
  const what = 'a link edited, 500 at once / rebuild'
  return less(what, 'ms', [times.edit, times.rebuild], hasFloor ? 500 : undefined)
}

/** Measures the cycle check of the command service. */
const cycleChecks = ({ size, subs, top }: BomCatalogue): Row[] => {
  const graph = new StructureGraph()
  for (const { from, to, quantity } of subs)
    graph.link(from, to, { quantity, notes: null, sortOrder: 0, at: '' })
  const check = (parent: number, child: number): number => {
    const start = process.hrtime.bigint()
    graph.judge(parent, child, bomLimits)
    return Number(process.hrtime.bigint() - start) / 1_000
  }
  const any = () => 1 + below(size.assemblies)
  const pairs = Array.from({ length: 20_000 }, () => [any(), any()] as const)
  const p99 = (what: string, times: readonly number[]) =>
    less(`cycle check, ${what}, p99 / floor`, 'µs', [percentile(times, 0.99), 200], 1)
  return [
    p99(
      'fits',
      pairs.map(([a, b]) => check(Math.min(a, b), Math.max(a, b))),
    ),
    p99(
      'closes a cycle',
      pairs.map(([a, b]) => check(Math.max(a, b), Math.min(a, b))),
    ),
    p99(
      'the largest as child',
      pairs.map(([a]) => check(a, top)),
    ),
  ]
}

/** `bom S`, `bom M` or `bom L`: the read side and the graph of an invented catalogue, in one process. */
export const bom: Benchmark = async ([name = 'M']) => {
  const size = sizes.find((one) => one.name === name)
  if (!size) throw new Error(`There is no size ${name}.`)
  const hasFloor = name !== 'S'
  const catalogue = bomCatalogue(size)
  const server = await startTestServer()
  try {
    let side!: ReadSide
    const fill = await timed(async () => {
      side = await openReadSide(server.url, history(catalogue))
    })
    await delay(1_000)
    const rows = await reads(side, catalogue, hasFloor)
    rows.push(await writes(side, catalogue, hasFloor))
    const memory = process.resourceUsage().maxRSS / 1_024
    await side.client.end()
    await side.pool.end()
    const links = (size.subLinks + size.partLinks).toLocaleString('en')
    return [
      { what: `filled with ${links} links`, ours: `${formatted(fill / 1_000)} s` },
      ...rows,
      less(
        'most memory of the process / floor',
        'MB',
        [memory, 1_536],
        name === 'L' ? 1 : undefined,
      ),
      ...cycleChecks(catalogue),
    ].map((row) => ({ ...row, what: `${name}: ${row.what}` }))
  } finally {
    await server.stop()
  }
}
