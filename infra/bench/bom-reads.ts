import { Worker } from 'node:worker_threads'
import { bomQueries } from '#projector/bom/queries.ts'
import { hierarchyAnswer } from '#projector/bom/answer-hierarchy.ts'
import { flatOf } from '#projector/bom/flat.ts'
import { headOf } from '#projector/bom/items.ts'
import { rowsOf } from '#projector/bom/flat-rows.ts'
import { topOf } from '#projector/bom/tree.ts'
import { newApp } from '../../services/kernel/app.ts'
import { asking, testToken } from '../../services/kernel/testing/asks.ts'
import type { BomCatalogue } from './bom-catalogue.ts'
import { kindOfPart } from './bom-catalogue.ts'
import { flatByRecursion, readyLines, readyTable, treeByRecursion } from './bom-sql.ts'
import { copy, type Bench } from './bom-tables.ts'
import { alternated, shown } from './measuring.ts'

/** The queries of the projector alone, listening. */
export const listening = async ({ bom, pool }: Bench) => {
  const app = await newApp({
    name: 'bench',
    token: testToken,
    health: () => null,
    logLevel: 'silent',
  })
  bomQueries({ pool, version: 'bench' }, bom)(app)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const workerData = { address, headers: asking('leser') }
  const client = new Worker(new URL('./bom-client.ts', import.meta.url), { workerData })
  const waiting = new Map<number, (answer: Answer) => void>()
  client.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  let asked = 0
  const ask = async (path: string, wanted: boolean): Promise<Answer> => {
    const id = ++asked
    const { promise, resolve } = Promise.withResolvers<Answer>()
    waiting.set(id, resolve)
    client.postMessage({ id, path, wanted })
    const answer = await promise
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.text}`)
    return answer
  }
  return {
    close: async () => {
      await client.terminate()
      await app.close()
    },
    /** Milliseconds until the last byte was there. */
    get: async (path: string): Promise<number> => (await ask(path, false)).milliseconds,
    read: async (path: string): Promise<string> => (await ask(path, true)).text,
  }
}
type Answer = {
  readonly id: number
  readonly statusCode: number
  readonly milliseconds: number
  readonly text: string
}

/** The lines of the top's flat list as rows that need no join and no sum. */
const fillReady = async ({ client, bom }: Bench, top: number) => {
  const { graph, catalogue } = bom.model()
  const { parts, assemblies } = flatOf(graph, graph.assemblies.of(top))
  let place = 0
  const row = (node: number, isAssembly: boolean, quantity: unknown, level: number) => {
    const item = catalogue.item(graph, node, isAssembly)
    const head = headOf(item)
    return [
      top,
      place++,
      head.itemType,
      head.itemId,
      head.description,
      head.type ?? '',
      head.supplierArticlenumber ?? '',
      head.itoArticlenumber ?? '',
      catalogue.manufacturers.get(item.traits.manufacturerId ?? 0) ?? '',
      catalogue.suppliers.get(item.traits.supplierId ?? 0) ?? '',
      String(quantity),
      'stk',
      level,
    ]
  }
  await client.query(readyTable)
  await copy(
    client,
    'ready_line',
    `root, place, item_type, item_id, description, type, supplier_articlenumber, ito_articlenumber,
     manufacturer_name, supplier_name, total_quantity, unit, level`,
    [
      ...rowsOf(parts).map((line) => row(line.node, false, line.quantity, line.level)),
      ...rowsOf(assemblies).map((line) => row(line.node, true, line.quantity, line.level)),
    ],
  )
  await client.query('analyze ready_line')
  return place
}

const ratio = (a: number, b: number) => `${shown(a / b)}x`

export const readMeasures = async (
  bench: Bench,
  { top, popular, size }: BomCatalogue,
  rounds: number,
): Promise<readonly string[][]> => {
  const { client, bom } = bench
  const http = await listening(bench)
  try {
    const count = await fillReady(bench, top)
    const select = async () =>
      JSON.stringify({ success: true, items: (await client.query(readyLines, [top])).rows })
    const flat = `/api/assemblytypes/${top}/bom`
    const times = await alternated(rounds, { ours: () => http.get(flat), select })
    // Seconds long on the largest: once, and not followed by another.
    const slow = await alternated(1, {
      recursive: async () => JSON.stringify((await client.query(flatByRecursion, [top])).rows),
      ours: () => http.get(flat),
      tree: () => client.query(treeByRecursion, [top]),
    })

    const model = bom.model()
    const { graph, counts } = model
    const lines = Number(counts.of(graph.assemblies.of(top)))
    const page = (share: number) => () =>
      http.get(
        `${flat}/hierarchy?limit=1000&offset=${Math.max(0, Math.floor(lines * share) - 1_000)}`,
      )
    const pages = await alternated(rounds, { first: page(0), middle: page(0.5), last: page(1) })
    const slowest = Math.max(pages.first, pages.middle, pages.last)
    const start = topOf(graph.assemblies.of(top))
    const made = (share: number) => async () => {
      const offset = Math.max(0, Math.floor(lines * share) - 1_000)
      hierarchyAnswer(model, { start, direct: false, offset, limit: 1_000 })
    }
    const answers = await alternated(rounds, { first: made(0), middle: made(0.5), last: made(1) })
    const slowestMade = Math.max(answers.first, answers.middle, answers.last)

    const whereUsed = `/api/${kindOfPart(popular)}types/${popular}/where-used`
    const uses = (JSON.parse(await http.read(whereUsed)) as { data: unknown[] }).data
    const plain = (rows: number) => async () =>
      JSON.stringify(
        (
          await client.query(
            `select id, name, type, drawing_number as "drawingNumber", 1::float8 as quantity, 1 as level
             from assemblytypes where id <= $1 order by id`,
            [rows],
          )
        ).rows,
      )
    const used = await alternated(rounds, {
      ours: () => http.get(whereUsed),
      select: plain(uses.length),
    })
    const cost = await alternated(rounds, {
      anew: () => {
        // As after a change that touches every assembly.
        bom.model().costs.clear()
        return http.get('/api/assemblytypes/cost')
      },
      kept: () => http.get('/api/assemblytypes/cost'),
      select: plain(size.assemblies),
    })
    return [
      ['flat list, lines', count.toLocaleString('en'), '', ''],
      [
        'flat list over HTTP / plain select as JSON',
        shown(times.ours),
        shown(times.select),
        ratio(times.ours, times.select),
      ],
      [
        'flat list over HTTP / recursive query',
        shown(slow.ours),
        shown(slow.recursive),
        ratio(slow.ours, slow.recursive),
      ],
      ['hierarchy, lines in all', lines.toLocaleString('en'), '', ''],
      [
        '1,000 lines of it as JSON, slowest of first, middle, last / SQL, first',
        shown(slowestMade),
        shown(slow.tree),
        ratio(slowestMade, slow.tree),
      ],
      [
        '1,000 lines of it over HTTP, slowest of first, middle, last / SQL, first',
        shown(slowest),
        shown(slow.tree),
        ratio(slowest, slow.tree),
      ],
      [
        `where-used, ${uses.length.toLocaleString('en')} assemblies / plain select`,
        shown(used.ours),
        shown(used.select),
        ratio(used.ours, used.select),
      ],
      [
        'cost of all assemblies, computed anew / plain select',
        shown(cost.anew),
        shown(cost.select),
        ratio(cost.anew, cost.select),
      ],
      [
        'cost of all assemblies, nothing changed / plain select',
        shown(cost.kept),
        shown(cost.select),
        ratio(cost.kept, cost.select),
      ],
    ]
  } finally {
    await http.close()
  }
}
