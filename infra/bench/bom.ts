import { spawnSync } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { startTestServer } from '#infra/postgres/test-server.ts'
import { bomCatalogue, sizes } from './bom-catalogue.ts'
import { loadMeasures } from './bom-load.ts'
import { memoryMeasures } from './bom-memory.ts'
import { readMeasures } from './bom-reads.ts'
import { replay } from './bom-replay.ts'
import { sharedMeasures } from './bom-shared.ts'
import { fillTables, openBench } from './bom-tables.ts'
import { writeMeasures } from './bom-writes.ts'
import { shown, timed } from './measuring.ts'

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: 'S,M,L' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: 'reads,writes,load,shared,replay' },
    replay: { type: 'string' },
  },
})
const does = (what: string) => values.only.split(',').includes(what)

const print = (rows: readonly (readonly string[])[]) => {
  for (const row of rows) console.log(`| ${row.join(' | ')} |`)
}
const head = (title: string) => {
  console.log(`\n### ${title}\n\n| | ours | reference | ratio |\n|---|---|---|---|`)
}

const given = process.env['BENCH_POSTGRES']

if (values.replay) {
  print(await replay(given!, values.replay))
  process.exit(0)
}

const started = given ? null : await startTestServer()
const server = given ?? started!.url
const memory = Math.round(totalmem() / 2 ** 30)
console.log(
  `${cpus().length} x ${cpus()[0]?.model}, ${memory} GiB, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)} at the start; milliseconds unless said; best of at least ${values.rounds} alternated rounds`,
)
try {
  for (const size of sizes.filter(({ name }) => values.sizes.split(',').includes(name))) {
    head(
      `${size.name}: ${size.assemblies.toLocaleString('en')} assemblies, ${size.parts.toLocaleString('en')} parts, ${(size.subLinks + size.partLinks).toLocaleString('en')} links`,
    )
    if (['reads', 'writes', 'load'].some(does)) {
      const bench = await openBench(server, `bench_bom_${size.name.toLowerCase()}`)
      const catalogue = bomCatalogue(size)
      await fillTables(bench.client, catalogue)
      const load = await timed(() => bench.pool.transaction((tx) => bench.bom.load!(tx)))
      const rss = Math.round(process.memoryUsage().rss / 2 ** 20)
      print([
        ['model loaded from the tables', shown(load), '', ''],
        ['memory after it, MB', `${rss}`, '', ''],
      ])
      if (does('reads')) print(await readMeasures(bench, catalogue, Number(values.rounds)))
      if (does('writes')) print(await writeMeasures(bench, catalogue))
      if (does('load')) print(await loadMeasures(bench, catalogue))
      await bench.client.end()
      await bench.pool.end()
    }
    if (does('memory')) print(await memoryMeasures(size))
    // In a process of its own, so that its memory is seen.
    if (does('replay'))
      spawnSync(process.execPath, [import.meta.filename, '--replay', size.name], {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, BENCH_POSTGRES: server },
      })
  }
  if (does('shared')) {
    const bench = await openBench(server, 'bench_bom_shared')
    head('Shared subassemblies')
    print(await sharedMeasures(bench))
    await bench.client.end()
    await bench.pool.end()
  }
} finally {
  await started?.stop()
}
