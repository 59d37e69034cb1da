import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, listenProblem, reservePort } from '../postgres/free-port.ts'
import type { Databases } from '../postgres/part-databases.ts'
import { endLeftoverChildren, forgetChildren, rememberChildren } from './children-file.ts'
import type { Configuration } from './configuration.ts'
import { lockData } from '../data-folder/data-lock.ts'
import { openDatabases } from './database.ts'
import { askHealth } from './liveness.ts'
import { openInstallation } from '../installation/installation.ts'
import { gatherMetrics } from './metrics.ts'
import { removeRunFile, writeRunFile } from './run-file.ts'
import { printWhile } from './console.ts'
import { addressOf, localUrl, servicesOf } from './services.ts'
import { supervise } from './supervise.ts'
import { buildWebApp } from './web-app.ts'

const checkListening = async ({ host, port }: Configuration): Promise<void> => {
  const problem = await listenProblem(port, host)
  if (problem === null) return
  if (problem === 'EADDRINUSE')
    throw new Error(
      `Port ${port} er i bruk. Velg en annen, for eksempel PORT=${port + 1} npm start.`,
    )
  if (problem === 'EACCES')
    throw new Error(`Port ${port} krever rettigheter du ikke har. Velg en over 1023 med PORT.`)
  throw new Error(`Kan ikke lytte på ${host}:${port} (${problem}). Sjekk HOST og PORT.`)
}

const until = async (ask: () => Promise<boolean>, signal: AbortSignal): Promise<void> => {
  while (!(await ask())) {
    signal.throwIfAborted()
    await sleep(200)
  }
}

const untilHealthy = async (address: string, token: string, signal: AbortSignal): Promise<void> => {
  let reason = ''
  const ticker = setInterval(() => console.log(`Venter på tjenestene ... ${reason}`.trim()), 4000)
  const healthy = async () => {
    const health = await askHealth(`${address}/api/health`, { token })
    if (health) reason = health.ok ? '' : health.reason
    return health?.ok ?? false
  }
  try {
    await until(healthy, signal)
  } finally {
    clearInterval(ticker)
  }
}

const openStores = async (
  configuration: Configuration,
  stops: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<Databases> => {
  stops.defer(lockData(configuration.dataDir))
  const { confirm } = await openInstallation(configuration)
  await endLeftoverChildren(configuration.dataDir)
  await checkListening(configuration)
  reservePort(configuration.port)
  if (configuration.metrics) reservePort(configuration.metrics.port)
  const webApp = configuration.buildWeb ? buildWebApp() : undefined
  const opened = openDatabases(configuration, confirm, stops, signal)
  // Wait for both, so that a failure of one does not leave the other running.
  await Promise.allSettled([opened, webApp])
  await webApp
  return opened
}

const freePorts = async ({ port }: Configuration) => ({
  command: await freePort(),
  projector: await freePort(),
  eventstore: await freePort(),
  gateway: port,
})

type Starting = {
  readonly configuration: Configuration
  readonly setUp: Readonly<Record<string, string>>
  readonly stops: AsyncDisposableStack
  readonly ending: AbortSignal
  readonly stopped: AbortSignal
  readonly giveUp: (reason: string) => void
}

const startServices = async (starting: Starting, databases: Databases): Promise<string> => {
  const { configuration, setUp, stops, stopped } = starting
  const { dataDir, host, port } = configuration
  const ports = await freePorts(configuration)
  const services = servicesOf(configuration, databases.parts, ports, setUp)
  const { eventstore, application, eventstoreUrl, internalToken } = services
  let ready = false
  stops.defer(() => forgetChildren(dataDir))
  const context = {
    dataDir,
    stops,
    signal: starting.ending,
    remember: rememberChildren(dataDir),
    giveUp: starting.giveUp,
    isReady: () => ready,
  }
  const measured = await gatherMetrics(configuration.metrics, stops)
  if (configuration.eventstoreUrl === undefined) {
    await supervise(await measured(eventstore), context)
    await printWhile('Starter hendelseslageret', until(eventstore.alive, stopped))
  }
  console.log('Starter tjenestene ...')
  for (const service of application) await supervise(await measured(service), context)
  const address = addressOf(host, port)
  const [commandUrl, projectorUrl] = [localUrl(ports.command), localUrl(ports.projector)]
  const publicAddress = configuration.publicUrl ?? address
  const run = {
    address,
    publicAddress,
    commandUrl,
    projectorUrl,
    databases,
    eventstoreUrl,
    internalToken,
  }
  writeRunFile(dataDir, run)
  stops.defer(() => removeRunFile(dataDir))
  await untilHealthy(address, internalToken, stopped)
  ready = true
  return address
}

/** If the start fails or `signal` aborts, everything is stopped again. */
export const startSystem = async (
  configuration: Configuration,
  setUp: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => {
  const stops = new AsyncDisposableStack()
  const failed = new AbortController()
  const ending = new AbortController()
  const stopped = AbortSignal.any([signal, failed.signal])
  const giveUp = (reason: string) => failed.abort(new Error(reason))
  const stop = async () => {
    ending.abort()
    await stops
      .disposeAsync()
      .catch((error: unknown) => console.error(`Feil under avslutning: ${String(error)}`))
  }
  try {
    const databases = await openStores(configuration, stops, ending.signal)
    stopped.throwIfAborted()
    const starting = { configuration, setUp, stops, ending: ending.signal, stopped, giveUp }
    return { address: await startServices(starting, databases), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
