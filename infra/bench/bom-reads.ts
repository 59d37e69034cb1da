import { Worker } from 'node:worker_threads'
import { bomQueries } from '#projector/bom/queries.ts'
import { hierarchyAnswer } from '#projector/bom/answer-hierarchy.ts'
import { inChunks } from '#projector/bom/chunks.ts'
import { flatOf } from '#projector/bom/flat.ts'
import { headOf } from '#projector/bom/items.ts'
import { rowsOf } from '#projector/bom/flat-rows.ts'
import { topOf, treePage } from '#projector/bom/tree.ts'
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
    const tree = () => client.query(treeByRecursion, [top])
    // Seconds long on the largest: once, and not followed by another.
    const slow = await alternated(1, {
      recursive: async () => JSON.stringify((await client.query(flatByRecursion, [top])).rows),
      ours: () => http.get(flat),
      tree,
    })

    const model = bom.model()
    const { graph, counts } = model
    const lines = Number(counts.of(graph.assemblies.of(top)))
    const asked = (share: number) => ({
      offset: Math.max(0, Math.floor(lines * share) - 1_000),
      limit: 1_000,
    })
    const page = (share: number) => () =>
      http.get(`${flat}/hierarchy?limit=1000&offset=${asked(share).offset}`)
    const start = topOf(graph.assemblies.of(top))
    const rows = (share: number) => () => void treePage(graph, counts, start, asked(share))
    const json = (share: number) => () => {
      const texts = hierarchyAnswer(model, { start, direct: false, ...asked(share) })
      // As it is handed to the socket.
      for (const chunk of inChunks(texts)) if (chunk.length === 0) throw new Error('Nothing')
    }
    const slowestOf = async (work: (share: number) => () => unknown) => {
      const works = { first: work(0), middle: work(0.5), last: work(1) }
      // The SQL tree takes its turns among them where it is quick enough to.
      const times =
        slow.tree < 1_000
          ? await alternated(rounds, { ...works, tree })
          : { ...(await alternated(rounds, works)), tree: slow.tree }
      return [Math.max(times.first, times.middle, times.last), times.tree] as const
    }
    const pages = [
      ['rows', await slowestOf(rows)],
      ['JSON', await slowestOf(json)],
      ['JSON over HTTP', await slowestOf(page)],
    ] as const

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
      ...pages.map(([form, [ours, reference]]) => [
        `1,000 lines of it as ${form}, slowest of first, middle, last / SQL, first`,
        shown(ours),
        shown(reference),
        ratio(ours, reference),
      ]),
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
