import { randomBytes } from 'node:crypto'
import { addressOf as addressOfStore } from '../eventstore/protocol/address.ts'
import { freePort, listenProblem } from '../postgres/free-port.ts'
import type { Databases } from '../postgres/part-databases.ts'
import { endLeftChildren, forgetChildren, rememberChildren } from './children-file.ts'
import type { Configuration } from './configuration.ts'
import { lockData } from '../data-folder/data-lock.ts'
import { openDatabases } from './database.ts'
import { acceptsConnections, askHealth, until } from './health.ts'
import { openInstallation } from '../installation/installation.ts'
import { gatherMetrics } from './metrics.ts'
import { removeRunFile, writeRunFile } from './run-file.ts'
import { printError, print, printWhile } from './console.ts'
import {
  addressOf,
  applicationServices,
  eventstoreService,
  type Addresses,
  programs,
  type Ports,
  type Programs,
} from './services.ts'
import { createShutdownStack } from './shutdown-stack.ts'
import { supervise } from './supervise.ts'
import { buildWebApp } from './web-app.ts'

export type System = {
  readonly address: string
  readonly stop: () => Promise<void>
}

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

const freePorts = async (): Promise<Ports> => ({
  command: await freePort(),
  projector: await freePort(),
  eventstore: await freePort(),
})

const newSecret = () => randomBytes(32).toString('base64url')

const addressesFor = (
  configuration: Configuration,
  ports: Ports,
  databases: Databases,
): Addresses => {
  const eventstoreSecret = newSecret()
  return {
    ports,
    databases: databases.parts,
    hasEventstore: configuration.eventstoreUrl === undefined,
    eventstoreUrl:
      configuration.eventstoreUrl ??
      addressOfStore('127.0.0.1', ports.eventstore, eventstoreSecret),
    eventstoreSecret,
    internalToken: newSecret(),
  }
}

const untilHealthy = async (address: string, token: string, signal: AbortSignal): Promise<void> => {
  let reason = ''
  const ticker = setInterval(() => print(`Venter på tjenestene ... ${reason}`.trim()), 4000)
  const healthy = async () => {
    const health = await askHealth(`${address}/api/health`, { token })
    if (health.answered) reason = health.ok ? '' : health.reason
    return health.answered && health.ok
  }
  try {
    await until(healthy, signal)
  } finally {
    clearInterval(ticker)
  }
}

/**
 * Starts every part in order and keeps them running. Resolves once commands and queries both work;
 * if `signal` aborts before that, or a part cannot be started, everything is stopped again.
 */
export const startSystem = async (
  configuration: Configuration,
  setUp: Readonly<Record<string, string>>,
  signal: AbortSignal,
  mains: Programs = programs,
): Promise<System> => {
  const { dataDir, host, port } = configuration
  const stops = createShutdownStack()
  const failed = new AbortController()
  const ending = new AbortController()
  const stopped = AbortSignal.any([signal, failed.signal])
  let ready = false

  const stop = async () => {
    ending.abort()
    await stops.stopAll((error) => printError(`Feil under avslutning: ${String(error)}`))
  }

  const start = async (): Promise<void> => {
    stops.push(lockData(dataDir))
    const { confirm } = await openInstallation(configuration)
    await endLeftChildren(dataDir, print)
    await checkListening(configuration)
    const webApp = configuration.buildWeb ? buildWebApp() : undefined
    const opened = openDatabases(configuration, confirm, stops, ending.signal)
    // Both come to an end before either's failure stops what was started.
    await Promise.allSettled([opened, webApp])
    await webApp
    const databases = await opened
    stopped.throwIfAborted()

    const ports = await freePorts()
    const addresses = addressesFor(configuration, ports, databases)
    stops.push(() => forgetChildren(dataDir))
    const remember = rememberChildren(dataDir)
    const giveUp = (reason: string) => failed.abort(new Error(reason))
    const isReady = () => ready
    const context = {
      configuration,
      ports,
      stops,
      signal: ending.signal,
      remember,
      giveUp,
      isReady,
    }
    const measured = await gatherMetrics(configuration.metrics, stops)
    const eventstore = eventstoreService(configuration, addresses, mains)
    if (eventstore) {
      await supervise(await measured(eventstore), context)
      const open = () => acceptsConnections(ports.eventstore)
      await printWhile('Starter hendelseslageret', until(open, stopped))
    }
    print('Starter tjenestene ...')
    for (const service of applicationServices(configuration, addresses, setUp, mains))
      await supervise(await measured(service), context)

    writeRunFile(dataDir, {
      address: addressOf(host, port),
      commandUrl: `http://127.0.0.1:${ports.command}`,
      projectorUrl: `http://127.0.0.1:${ports.projector}`,
      databases,
      eventstoreUrl: addresses.eventstoreUrl,
      internalToken: addresses.internalToken,
    })
    stops.push(() => removeRunFile(dataDir))
    await untilHealthy(addressOf(host, port), addresses.internalToken, stopped)
    ready = true
  }

  try {
    await start()
    return { address: addressOf(host, port), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
