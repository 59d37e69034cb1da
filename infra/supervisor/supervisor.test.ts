import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import suite, { test, type Test } from 'tap'
import { freePort } from '../postgres/free-port.ts'
import { namespaced, noNamespaces } from '../postgres/testing/namespaces.ts'
import { endedWithin, isAlive } from '../postgres/processes.ts'
import { runningSystem } from './run-file.ts'

const script = join(import.meta.dirname, 'testing', 'start-fakes.ts')

const folder = (t: Pick<Test, 'teardown'>): string => {
  const path = mkdtempSync(join(tmpdir(), 'stykkliste-test-'))
  t.teardown(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** The first test creates the database here, and the others reuse it, since creating one takes longest. */
const used = folder(suite)

type Started = {
  readonly child: ChildProcess
  readonly address: string
  readonly output: () => string
  readonly shown: (pattern: RegExp) => Promise<string>
  readonly stopped: () => Promise<number | null>
}

const start = async (
  t: Test,
  dataDir: string,
  env: Record<string, string> = {},
  prefix: readonly string[] = [],
) => {
  const port = await freePort()
  const [program, ...args] = [...prefix, process.execPath, script]
  const child = spawn(program!, args, {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      WEB_BUILD: 'off',
      npm_lifecycle_event: '',
      ...env,
    },
  })
  let output = ''
  child.stdout.on('data', (data) => (output += data))
  child.stderr.on('data', (data) => (output += data))
  const exited = once(child, 'exit')
  const started: Started = {
    child,
    address: `http://127.0.0.1:${port}`,
    output: () => output,
    shown: async (pattern) => {
      const end = Date.now() + 120_000
      while (!pattern.test(output)) {
        if (Date.now() > end || child.exitCode !== null)
          throw new Error(`Not shown: ${pattern}. Shown: ${output}`)
        await sleep(20)
      }
      return output
    },
    stopped: async () => (await exited)[0],
  }
  t.teardown(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await exited
  })
  return started
}

const ready = async (t: Test, dataDir: string, env?: Record<string, string>) => {
  const started = await start(t, dataDir, env)
  await started.shown(/er klar på http/)
  return started
}

const notes = (dataDir: string): string[] =>
  readFileSync(join(dataDir, 'notes'), 'utf8').trim().split('\n')

const postmasterFile = (dataDir: string) => join(dataDir, 'postgres', 'cluster', 'postmaster.pid')

const postgresPid = (dataDir: string): number =>
  Number.parseInt(readFileSync(postmasterFile(dataDir), 'utf8'), 10)

/** The pid file is missing or empty while Postgres starts. */
const nextPostgresPid = async (dataDir: string, killed: number): Promise<number> => {
  for (;;) {
    const text = await readFile(postmasterFile(dataDir), 'utf8').catch(() => '')
    const next = Number.parseInt(text, 10)
    if (next > 0 && next !== killed) return next
    await sleep(20)
  }
}

/** Waits until the server answers. */
const answers = async (address: string): Promise<number> => {
  for (;;) {
    const reply = await fetch(address).catch(() => undefined)
    if (reply) return reply.status
    await sleep(20)
  }
}

type Child = { name: string; pid: number }
const children = (dataDir: string): Child[] =>
  JSON.parse(readFileSync(join(dataDir, 'children.json'), 'utf8'))

const pids = (dataDir: string): number[] => [
  ...children(dataDir).map(({ pid }) => pid),
  postgresPid(dataDir),
]

const allGone = async (list: readonly number[]): Promise<boolean> =>
  (await Promise.all(list.map((pid) => endedWithin(pid, 60_000)))).every(Boolean)

test('everything starts, prints its address, and stops in order', async (t) => {
  const dataDir = used
  const system = await ready(t, dataDir)
  t.equal(runningSystem(dataDir)?.address, system.address)
  const running = pids(dataDir)
  t.equal(running.length, 5)
  system.child.kill('SIGTERM')
  t.equal(await system.stopped(), 0)
  t.ok(await allGone(running))
  t.same(
    notes(dataDir).filter((line) => line.startsWith('stop')),
    ['stop gateway', 'stop service', 'stop service', 'stop eventstore'],
  )
  t.match(system.output(), /Avslutter \.\.\.\nStykkliste er stoppet\.\n$/)
  for (const file of ['lock', 'run.json', 'children.json'])
    t.notOk(existsSync(join(dataDir, file)), `${file} is gone`)
})

test('a later start works, and Ctrl-C lets running requests finish', async (t) => {
  const system = await ready(t, used)
  const reply = await fetch(`${system.address}/slow`)
  system.child.kill('SIGINT')
  t.equal(await reply.text(), 'slow but whole')
  t.equal(await system.stopped(), 0)
})

test('a killed process is started again at the same address', async (t) => {
  const dataDir = used
  const system = await ready(t, dataDir)
  for (const { name, pid } of children(dataDir)) {
    process.kill(pid, 'SIGKILL')
    const replaced = () => children(dataDir).find((child) => child.name === name)!.pid
    while (replaced() === pid) await sleep(20)
    t.ok(isAlive(replaced()), `${name} is back`)
  }
  t.match(system.output(), /Inngangen stoppet uventet \(SIGKILL\)\. Starter igjen om 0,2 s/)
  const database = postgresPid(dataDir)
  process.kill(database, 'SIGKILL')
  await system.shown(/Databasen stoppet uventet/)
  t.ok(isAlive(await nextPostgresPid(dataDir, database)))
  t.equal(await answers(system.address), 200)
})

test('a part that hangs is restarted, and so is the database', async (t) => {
  const dataDir = used
  const system = await ready(t, dataDir)
  const { pid } = children(dataDir).find(({ name }) => name === 'gateway')!
  const database = postgresPid(dataDir)
  // A process only counts as hanging once it has answered, so give it time to start.
  await sleep(6_000)
  for (const each of [pid, database]) process.kill(each, 'SIGSTOP')
  await system.shown(/Inngangen svarer ikke, og startes på nytt/)
  await system.shown(/Databasen svarer ikke, og startes på nytt/)
  t.ok(await allGone([pid, database]))
  t.equal(await answers(system.address), 200)
  t.ok(isAlive(await nextPostgresPid(dataDir, database)))
})

test('a paused supervisor does not block services that write to their logs', async (t) => {
  const dataDir = used
  const system = await ready(t, dataDir)
  system.child.kill('SIGSTOP')
  t.teardown(() => system.child.kill('SIGCONT'))
  for (let round = 0; round < 3; round++)
    t.equal(await (await fetch(`${system.address}/loud`)).text(), 'said')
  t.equal(await answers(system.address), 200)
  system.child.kill('SIGCONT')
  t.ok(statSync(join(dataDir, 'logs', 'gateway.log')).size > 900_000)
})

test('no process survives a killed supervisor, and the next start works', async (t) => {
  const dataDir = used
  const system = await ready(t, dataDir)
  const running = pids(dataDir)
  system.child.kill('SIGKILL')
  const next = await ready(t, dataDir, { PORT: new URL(system.address).port })
  t.ok(await allGone(running))
  next.child.kill('SIGTERM')
  t.equal(await next.stopped(), 0)
})

test('two copies run side by side, but not on the same data or port', async (t) => {
  const [dataDir, other] = [used, folder(t)]
  const [first, second] = await Promise.all([ready(t, dataDir), ready(t, other)])
  t.not(first.address, second.address)

  const sameData = await start(t, dataDir)
  t.equal(await sameData.stopped(), 1)
  t.match(sameData.output(), /Datamappen .* er i bruk av en annen Stykkliste \(prosess \d+ på/)

  const samePort = await start(t, folder(t), { PORT: new URL(first.address).port })
  t.equal(await samePort.stopped(), 1)
  t.match(samePort.output(), /Port \d+ er i bruk\. Velg en annen/)
})

test('a system in another namespace is detected', { skip: noNamespaces }, async (t) => {
  const dataDir = used
  const first = await ready(t, dataDir)
  const second = await start(t, dataDir, {}, namespaced)
  t.equal(await second.stopped(), 1)
  t.match(second.output(), /Datamappen .* er i bruk av en annen Stykkliste \(prosess \d+ på/)
  t.notMatch(second.output(), /Starter databasen/)
  t.equal(await answers(first.address), 200)
  t.equal(runningSystem(dataDir)?.address, first.address)
  first.child.kill('SIGTERM')
  t.equal(await first.stopped(), 0)
  t.notMatch(first.output(), /uventet/)
})

test('a part that cannot start ends the start with its log output', async (t) => {
  const dataDir = folder(t)
  writeFileSync(join(dataDir, 'broken'), '')
  const system = await start(t, dataDir)
  t.equal(await system.stopped(), 1)
  t.match(system.output(), /Hendelseslageret lar seg ikke starte.*broken on purpose/s)
  t.notOk(existsSync(join(dataDir, 'lock')))
})

test('a stop during the start stops all started processes', async (t) => {
  const dataDir = folder(t)
  const system = await start(t, dataDir)
  await system.shown(/Starter databasen/)
  system.child.kill('SIGTERM')
  t.equal(await system.stopped(), 0)
  t.notMatch(system.output(), /er klar på/)
  t.notOk(existsSync(postmasterFile(dataDir)))
})

test('a wrong setting of a service ends the start before anything is started', async (t) => {
  const dataDir = folder(t)
  const system = await start(t, dataDir, { LOG_LEVEL: 'loud' })
  t.equal(await system.stopped(), 1)
  t.match(system.output(), /^Innstillingene kan ikke brukes:\n  LOG_LEVEL: må være fatal/)
  t.same(readdirSync(dataDir), [])
})
