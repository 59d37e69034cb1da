import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import suite, { test, type Test } from 'tap'
import { endedWithin, isAlive } from './processes.ts'
import { hasServer, waitUntilStopped } from './stale-server.ts'
import { startPostgres, type PostgresServer } from './start.ts'
import { namespaced, noNamespaces } from './testing/namespaces.ts'

const folder = (t: Pick<Test, 'teardown'>, below = tmpdir()): string => {
  const path = mkdtempSync(join(below, 'stykkliste-test-'))
  t.teardown(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** The first test creates the cluster here, and the others reuse it, since creating one takes longest. */
const used = folder(suite)

const ask = async (url: string, query: string): Promise<unknown[]> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query({ text: query, rowMode: 'array' })
  await client.end()
  return rows.flat()
}

const stopAfter = (t: Test, server: PostgresServer) => {
  t.teardown(() => server.stop())
  return server
}

const launcher = join(import.meta.dirname, 'start.ts')

/** Starts a server from another process, which the test can kill. */
const inAnotherProcess = async (t: Test, dataDir: string, prefix: readonly string[] = []) => {
  const script = `
    import { startPostgres } from ${JSON.stringify(launcher)}
    const { pid } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    console.log(pid)
    setInterval(() => undefined, 1000)`
  const [program, ...args] = [...prefix, process.execPath, '--input-type=module', '-e', script]
  const child = spawn(program!, args)
  t.teardown(() => child.kill('SIGKILL'))
  let pid = 0
  for await (const line of createInterface(child.stdout)) {
    pid = Number(line)
    break
  }
  return { child, pid }
}

test('a server is created in an empty folder, and keeps its data over a restart', async (t) => {
  const dataDir = used
  const first = await startPostgres({ dataDir })
  const url = await first.ensureDatabase('lager')
  t.equal(await first.ensureDatabase('lager'), url)
  await ask(url, 'create table parts as select 7 as id')
  await first.stop()
  t.same(await first.exited, { code: 0, signal: null })

  const second = stopAfter(t, await startPostgres({ dataDir }))
  t.same(await ask(second.url('lager'), 'select id from parts'), [7])
})

test('commits are fsynced, and access needs both the permission on its folder and the password', async (t) => {
  const dataDir = used
  const server = stopAfter(t, await startPostgres({ dataDir }))
  const settings = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums']
  const shown = settings.map((name) => `current_setting('${name}')`).join()
  t.same(await ask(server.url('postgres'), `select ${shown}`), ['on', 'on', 'on', 'on'])
  t.same(await ask(server.url('postgres'), `select current_setting('listen_addresses')`), [''])
  t.equal(statSync(join(dataDir, 'postgres')).mode & 0o777, 0o700)
  const wrong = server.url('postgres').replace(/:[^:@]+@/, ':postgres@')
  await t.rejects(ask(wrong, 'select 1'), { code: '28P01' })
  t.equal(statSync(join(dataDir, 'postgres', 'password')).mode & 0o777, 0o600)
  const log = readFileSync(join(dataDir, 'logs', 'postgres.log'), 'utf8')
  t.notMatch(log, new URL(server.url('postgres')).password)
})

test('letters beyond ASCII have upper and lower case', async (t) => {
  const server = stopAfter(t, await startPostgres({ dataDir: used }))
  t.same(await ask(server.url('postgres'), `select lower('ÆØÅ')`), ['æøå'])
})

test('a path too long for a socket is replaced by a private short folder', async (t) => {
  const dataDir = join(folder(t), 'x'.repeat(100), 'å, "b"')
  const server = stopAfter(t, await startPostgres({ dataDir, settings: 'volatile' }))
  t.same(await ask(server.url('postgres'), 'select 1'), [1])
  const [short] = (await ask(server.url('postgres'), 'show unix_socket_directories')) as string[]
  const path = short!.replaceAll('"', '')
  t.teardown(() => rmSync(path, { recursive: true, force: true }))
  t.equal(statSync(path).mode & 0o777, 0o700)
  await server.stop()
  spawnSync('chmod', ['755', path])
  await t.rejects(startPostgres({ dataDir }), { message: /skulle være databasens alene/ })
})

test('a killed server starts again with all acknowledged data', async (t) => {
  const dataDir = used
  const first = await startPostgres({ dataDir })
  const url = await first.ensureDatabase('lager')
  await ask(url, 'create table killed as select 8 as id')
  process.kill(first.pid, 'SIGKILL')
  await first.exited
  const second = stopAfter(t, await startPostgres({ dataDir, port: first.port }))
  t.same(await ask(second.url('lager'), 'select id from killed'), [8])
})

test('the server stops when its parent is killed', async (t) => {
  const { child, pid } = await inAnotherProcess(t, used)
  t.ok(isAlive(pid))
  child.kill('SIGKILL')
  t.ok(await endedWithin(pid, 5000))
})

test('a server left behind is stopped by the next start', async (t) => {
  const dataDir = used
  const left = await startPostgres({ dataDir })
  const said: string[] = []
  const next = stopAfter(t, await startPostgres({ dataDir, say: (text) => said.push(text) }))
  t.same(await left.exited, { code: 0, signal: null })
  t.match(said, [/ble igjen etter forrige kjøring/])
  t.same(await ask(next.url('postgres'), 'select 1'), [1])
})

test('a start waits for a server in another namespace', { skip: noNamespaces }, async (t) => {
  const dataDir = used
  const { child } = await inAnotherProcess(t, dataDir, namespaced)
  const cluster = join(dataDir, 'postgres', 'cluster')
  t.ok(hasServer(cluster))
  const waiting = startPostgres({ dataDir, say: () => child.kill('SIGKILL') })
  const server = stopAfter(t, await waiting)
  t.ok(child.killed, 'only after the other was asked to stop')
  t.same(await ask(server.url('postgres'), 'select 1'), [1])
  await t.rejects(
    waitUntilStopped(cluster, 0, () => undefined),
    { message: /går fortsatt/ },
  )
})

test('a damaged or missing database is never overwritten', async (t) => {
  const dataDir = used
  const path = (name: string) => join(dataDir, 'postgres', name)
  const made = await startPostgres({ dataDir })
  await ask(await made.ensureDatabase('lager'), 'create table damaged as select 9 as id')
  await made.stop()
  const password = readFileSync(path('password'), 'utf8')
  for (const [lost, message] of [
    ['cluster/PG_VERSION', /ikke tom, men mangler PG_VERSION/],
    ['cluster', /databasen i .* er borte, men passordet/],
    ['password', /passordet til databasen, .*, er borte/],
  ] as const) {
    renameSync(path(lost), path('away'))
    await t.rejects(startPostgres({ dataDir }), { message })
    t.equal(existsSync(path(lost)), false)
    renameSync(path('away'), path(lost))
  }
  t.equal(readFileSync(path('password'), 'utf8'), password)

  renameSync(path('password'), path('password.new'))
  const server = stopAfter(t, await startPostgres({ dataDir }))
  t.same(
    await ask(server.url('lager'), 'select id from damaged'),
    [9],
    'a first start cut off late',
  )
})

const notRoot = process.getuid?.() !== 0 && 'not run as root'

test('root can use a folder that only root may enter', { skip: notRoot }, async (t) => {
  const closed = folder(t)
  const dataDir = join(closed, 'data')
  mkdirSync(dataDir)
  spawnSync('chmod', ['700', closed])
  const server = stopAfter(t, await startPostgres({ dataDir, settings: 'volatile' }))
  t.same(await ask(server.url('postgres'), 'select 1'), [1])
  t.equal(existsSync(join(dataDir, 'postgres', 'unfinished')), false)
})

test(
  'as root it runs as a user without an account, also on data owned by `nobody`',
  { skip: notRoot },
  async (t) => {
    const dataDir = folder(t)
    const nobody = '65534'
    const cluster = join(dataDir, 'postgres', 'cluster')
    await (await startPostgres({ dataDir })).stop()
    spawnSync('chown', ['-R', `${nobody}:${nobody}`, join(dataDir, 'postgres')])
    const server = stopAfter(t, await startPostgres({ dataDir }))
    const { uid } = statSync(cluster)
    t.ok(uid >= 60_578 && uid <= 61_183)
    t.equal(spawnSync('getent', ['passwd', String(uid)]).status, 2)
    t.equal(statSync(`/proc/${server.pid}`).uid, uid)
    for (const name of readdirSync(cluster, { encoding: 'utf8', recursive: true }))
      t.equal(lstatSync(join(cluster, name)).uid, uid, name)
    t.equal(statSync(dataDir).mode & 0o777, 0o700)
  },
)
