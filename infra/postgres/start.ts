import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spaceIn, walOf } from '#kernel/disk.ts'
import { releaseReservedSpace } from './reserved-space.ts'
import { binaries } from './binaries.ts'
import { openCluster, type Cluster, user } from './cluster.ts'
import { ensureDatabase } from './databases.ts'
import { endpointFor, type Endpoint } from './endpoint.ts'
import { freePort } from './free-port.ts'
import { endChild, exitOf, stopWithParent, type Exit } from './processes.ts'
import { openAlivePipe, waitUntilStopped, readPidFile, stopStaleServer } from './stale-server.ts'
import { commandFor } from './run-as.ts'
import { createServiceLog } from './service-log.ts'
import { asArguments, settings, type Settings } from './settings.ts'

type Options = {
  readonly dataDir: string
  readonly port?: number
  readonly settings?: Settings
  readonly say?: (text: string) => void
}

const readyWithin = 60_000
const leftoverEndsWithin = 30_000

/** The WAL must not outgrow the space that we keep free on the disk. */
const settingsFor = async (dataDir: string, kind: Settings) => {
  if (kind !== 'durable') return settings[kind]
  const { size } = await spaceIn(dataDir)
  return { ...settings[kind], max_wal_size: `${Math.floor(walOf(size) / 1024)}kB` }
}

const launch = (
  cluster: Cluster,
  endpoint: Endpoint,
  program: string,
  port: number,
  values: Readonly<Record<string, string>>,
  log: number,
) => {
  const alivePipe = openAlivePipe(cluster.folder)
  const { command, args } = commandFor(cluster.runAs, program, [
    '-D',
    cluster.folder,
    '-p',
    String(port),
    ...asArguments({ ...endpoint.settings, ...values }),
  ])
  const child = spawn(command, args, {
    ...cluster.runAs.options,
    // Its own process group, so that Ctrl-C does not stop it before its clients.
    detached: true,
    stdio: ['ignore', log, log, alivePipe],
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
  })
  closeSync(alivePipe)
  return child
}

const ready = async (cluster: Cluster, child: ChildProcess, exited: Promise<Exit>) => {
  let running = true
  void exited.then(() => (running = false))
  const end = Date.now() + readyWithin
  while (running && Date.now() < end) {
    const file = readPidFile(cluster.folder)
    if (file?.pid === child.pid && file?.status === 'ready') return true
    await sleep(20)
  }
  if (running) child.kill('SIGQUIT')
  return false
}

/** Created at first use. It stops with this process, even after kill -9. */
export const startPostgres = async (options: Options) => {
  const { settings: kind = 'durable', say = () => undefined } = options
  const dataDir = resolve(options.dataDir)
  const programs = binaries()
  const root = join(dataDir, 'postgres')
  const cluster = await openCluster(root, programs, kind === 'volatile')
  const endpoint = endpointFor(root, cluster.runAs.owner ?? process.getuid?.() ?? 0)
  await stopStaleServer(cluster.folder, say)
  await waitUntilStopped(cluster.folder, leftoverEndsWithin, say)
  if (await releaseReservedSpace(dataDir))
    say('Disken er full. Plassen som var holdt av, gis til databasen. Rydd straks.')
  const values = await settingsFor(dataDir, kind)
  const log = createServiceLog(join(dataDir, 'logs', 'postgres.log'))

  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort())
    log.rotate()
    const output = log.open()
    const child = launch(cluster, endpoint, programs.postgres, port, values, output)
    closeSync(output)
    const exited = exitOf(child)
    if (await ready(cluster, child, exited)) return server(child, cluster, endpoint, port, exited)
    // Shared memory of a server that was just killed may still be in use.
    if (attempt >= 5) throw new Error(`Postgres startet ikke. Se ${log.path}:\n${log.tail(15)}`)
    await sleep(attempt * 500)
  }
}

const server = (
  child: ChildProcess,
  cluster: Cluster,
  { host }: Endpoint,
  port: number,
  exited: Promise<Exit>,
) => {
  const pid = child.pid!
  const release = stopWithParent(pid)
  void exited.then(release)
  // Else PGSSLMODE of the environment counts, and this server has no TLS.
  const url = (database: string) =>
    `postgres://${user}:${cluster.password}@${host}:${port}/${encodeURIComponent(database)}?sslmode=disable`
  return {
    port,
    pid,
    url,
    exited,
    ensureDatabase: async (database: string) => {
      await ensureDatabase(url(database))
      return url(database)
    },
    stop: () => endChild(child, exited, 20_000, ['SIGINT', 'SIGQUIT', 'SIGKILL']),
  }
}

export type PostgresServer = ReturnType<typeof server>
