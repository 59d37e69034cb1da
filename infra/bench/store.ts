import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '#infra/postgres/free-port.ts'
import { connect, fill, measures, type Server } from '#infra/eventstore/bench/measures.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    /** So many events are there before the measuring begins. */
    fill: { type: 'string', default: '0' },
  },
})
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)

type Running = Server & { readonly name: string; readonly pid: number | null }

const startEmbedded = async (data: string): Promise<Running> => {
  const port = await freePort()
  const main = join(import.meta.dirname, '../eventstore/main.ts')
  const args = ['--max-semi-space-size=4', main, '--port', String(port), '--data', data]
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill())
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const [address] = /esdb:\S+/.exec(said) ?? []
      if (address) resolve(address)
    })
    child.once('exit', () => reject(new Error('The embedded store did not start')))
  })
  return { name: 'embedded', ...connect(url), pid: child.pid ?? null }
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

const megabytes = (pid: number): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

const shown = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1)

const data = mkdtempSync(join(tmpdir(), 'stykkliste-bench-'))
const servers: Running[] = [await startEmbedded(data)]
const reference = process.env['EVENTSTORE_URL']
if (reference) servers.push({ name: 'reference', ...connect(reference), pid: null })

for (const server of servers) await fill(server, Number(values.fill))

const chosen = measures.filter(({ name }) => !values.only || name.includes(values.only))
const results = new Map<string, number[]>()
for (let round = 0; round < rounds; round++)
  for (const measure of chosen)
    for (const server of round % 2 === 0 ? servers : servers.toReversed()) {
      const key = `${measure.name}/${server.name}`
      results.set(key, [...(results.get(key) ?? []), await measure.run(server, seconds)])
    }

console.log(`Median (best) of ${rounds} rounds of ${seconds} s; load ${loadavg()[0]?.toFixed(1)}\n`)
const head = ['', ...servers.map(({ name }) => name), ...(reference ? ['ratio'] : [])]
console.log(`| ${head.join(' | ')} |\n|${head.map(() => '---').join('|')}|`)
for (const { name, unit, more } of chosen) {
  const medians = servers.map((server) => median(results.get(`${name}/${server.name}`)!))
  const cells = servers.map((server, index) => {
    const all = results.get(`${name}/${server.name}`)!
    const best = more ? Math.max(...all) : Math.min(...all)
    return `${shown(medians[index]!)} (${shown(best)}) ${unit}`
  })
  const [mine, theirs] = medians
  if (theirs !== undefined) cells.push(((more ? mine! / theirs : theirs / mine!) || 0).toFixed(2))
  console.log(`| ${[name, ...cells].join(' | ')} |`)
}
if (servers[0]!.pid)
  console.log(
    `\nMemory of the embedded store: ${megabytes(servers[0]!.pid)} MB, filled with ${values.fill}`,
  )

for (const { client } of servers) await client.dispose()
if (servers[0]!.pid) process.kill(servers[0]!.pid, 'SIGTERM')
setTimeout(() => {
  rmSync(data, { recursive: true, force: true })
  process.exit(0)
}, 3000)
