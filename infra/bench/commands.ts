import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { startTestServer } from '#infra/postgres/test-server.ts'
import { freePort } from '#infra/postgres/free-port.ts'
import { openEventLog } from '#infra/eventstore/client/open.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
  },
})
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)
const token = 'token-of-the-benchmark'
const data = mkdtempSync(join(tmpdir(), 'stykkliste-bench-'))
const children: ChildProcess[] = []
process.once('exit', () => children.forEach((child) => child.kill()))

const run = (
  script: string,
  args: readonly string[],
  env: Record<string, string>,
  ready: RegExp,
) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../..', script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  children.push(child)
  return new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const [found] = ready.exec(said) ?? []
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`${script} did not start: ${said}`)))
  })
}

const storePort = await freePort()
const storeArgs = ['--port', String(storePort), '--data', join(data, 'store')]
const url =
  process.env['EVENTSTORE_URL'] ??
  (await run('infra/eventstore/main.ts', storeArgs, {}, /esdb:\S+/))
const port = await freePort()
// For keys to personal data, of which components have none.
const database = await startTestServer()
await run(
  'services/command/main.ts',
  [],
  {
    PORT: String(port),
    EVENTSTORE_URL: url,
    DATABASE_URL: database.url,
    INTERNAL_TOKEN: token,
    DATA_DIR: join(data, 'service'),
  },
  /listening/,
)

const log = openEventLog(url)
const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 64, pipelining: 1 })
const user = { id: 'b', username: 'benk', name: 'Benk', role: 'redaktør' }
const headers = {
  'content-type': 'application/json',
  'x-internal-token': token,
  'x-user': Buffer.from(JSON.stringify(user)).toString('base64url'),
}
const component = (n: number) => ({
  description: `Sylinderskrue M8×${n}`,
  supplierArticlenumber: `DIN912-${n}`,
  itoArticlenumber: `K-${n}`,
  weight: 0.025,
  unit: 'stk',
  tags: ['fest', 'M8'],
})

let count = 0
const viaHttp = async (): Promise<void> => {
  const reply = await pool.request({
    method: 'POST',
    path: '/api/componenttypes',
    headers,
    body: JSON.stringify(component(++count)),
  })
  await reply.body.text()
  if (reply.statusCode !== 201) throw new Error(`The service answered ${reply.statusCode}`)
}
const raw = async (): Promise<void> => {
  const id = ++count
  const event = {
    id: randomUUID(),
    type: 'ItemRegistered',
    data: { entity: 'componenttypes', id, values: component(id) },
    metadata: { commandId: randomUUID(), user: 'benk', at: new Date().toISOString(), v: 1 },
  }
  // Streams of their own, that the service's records do not know.
  const { appended } = await log.append(`benk-${id}`, [event], 'none')
  if (!appended) throw new Error('The store refused an append')
}

/** How often per second, with so many under way at once. */
const throughput = async (inFlight: number, one: () => Promise<void>): Promise<number> => {
  const until = performance.now() + seconds * 1000
  const start = performance.now()
  let done = 0
  const worker = async () => {
    while (performance.now() < until) {
      await one()
      done++
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return (done * 1000) / (performance.now() - start)
}
/** The middle of how long one takes, in milliseconds, one after the other. */
const latency = async (one: () => Promise<void>): Promise<number> => {
  const times: number[] = []
  for (const until = performance.now() + seconds * 1000; performance.now() < until;) {
    const start = performance.now()
    await one()
    times.push(performance.now() - start)
  }
  return median(times)
}
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

const figures = {
  raw64: [] as number[],
  http64: [] as number[],
  raw1: [] as number[],
  http1: [] as number[],
}
await throughput(64, raw)
await throughput(64, viaHttp)
for (let round = 0; round < rounds; round++) {
  figures.raw64.push(await throughput(64, raw))
  figures.http64.push(await throughput(64, viaHttp))
  figures.raw1.push(await latency(raw))
  figures.http1.push(await latency(viaHttp))
}
const [raw64, http64] = [median(figures.raw64), median(figures.http64)]
const [raw1, http1] = [median(figures.raw1), median(figures.http1)]
console.log(`Medians of ${rounds} rounds of ${seconds} s each; load ${loadavg()[0]?.toFixed(1)}

| | commands over HTTP | raw appends | ratio |
|---|---|---|---|
| 64 in flight, per second | ${Math.round(http64)} | ${Math.round(raw64)} | ${(http64 / raw64).toFixed(2)} |
| one at a time, p50 ms | ${http1.toFixed(2)} | ${raw1.toFixed(2)} | ${(http1 / raw1).toFixed(2)} |`)

await pool.close()
await log.close()
for (const child of children.toReversed()) {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}
await database.stop()
rmSync(data, { recursive: true, force: true })
