import { randomBytes } from 'node:crypto'
import { addressOf as addressOfStore } from '../eventstore/protocol/address.ts'
import type { PartDatabases } from '../postgres/part-databases.ts'
import type { Configuration } from './configuration.ts'
import { http2Alive, httpAlive, type Alive } from './liveness.ts'

/** Heap limits of V8 per service, far above what each needs. */
export const heap = {
  // Otherwise memory grows with the load to three times the live data.
  eventstore: '--max-semi-space-size=4 --max-old-space-size=512',
  // Otherwise up to 128 MB of garbage stays in the young generation while it reads the log or a long list.
  projector: '--max-semi-space-size=16 --max-old-space-size=1024',
  // A larger limit leaves more garbage: an import would take twice the memory. 1,000,000 records use a tenth of it.
  command: '--max-semi-space-size=16 --max-old-space-size=1024',
  gateway: '--max-old-space-size=512',
} as const

type Name = keyof typeof heap

export type Programs = Readonly<Record<Name, string>>

export const programs: Programs = {
  eventstore: 'infra/eventstore/main.ts',
  projector: 'infra/processes/projector.ts',
  command: 'infra/processes/command.ts',
  gateway: 'infra/processes/gateway.ts',
}

const labels: Readonly<Record<Name, string>> = {
  eventstore: 'Hendelseslageret',
  projector: 'Lesetjenesten',
  command: 'Skrivetjenesten',
  gateway: 'Inngangen',
}

export type Service = {
  readonly name: Name
  readonly label: string
  readonly main: string
  readonly env: Readonly<Record<string, string>>
  readonly alive: Alive
}

export const localUrl = (port: number) => `http://127.0.0.1:${port}`

const newSecret = () => randomBytes(32).toString('base64url')

type Ports = Readonly<Record<Name, number>>

const serviceMaker =
  (
    { host, dataDir }: Pick<Configuration, 'host' | 'dataDir'>,
    databases: PartDatabases,
    ports: Ports,
    mains: Programs,
  ) =>
  (name: Name, own: Readonly<Record<string, string>>): Service => {
    const url = name === 'gateway' ? addressOf(host, ports.gateway) : localUrl(ports[name])
    const env = {
      HOST: '127.0.0.1',
      PORT: String(ports[name]),
      DATABASE_URL: databases[name],
      DATA_DIR: dataDir,
      NODE_OPTIONS: heap[name],
      ...own,
    }
    const alive = name === 'eventstore' ? http2Alive(url) : httpAlive(`${url}/internal/health`)
    return { name, label: labels[name], main: mains[name], env, alive }
  }

export const servicesOf = (
  configuration: Configuration,
  databases: PartDatabases,
  ports: Ports,
  setUp: Readonly<Record<string, string>>,
  mains: Programs,
) => {
  const { host } = configuration
  const secret = newSecret()
  const internalToken = newSecret()
  const eventstoreUrl =
    configuration.eventstoreUrl ?? addressOfStore('127.0.0.1', ports.eventstore, secret)
  const service = serviceMaker(configuration, databases, ports, mains)
  const shared = { EVENTSTORE_URL: eventstoreUrl, INTERNAL_TOKEN: internalToken }
  return {
    eventstoreUrl,
    internalToken,
    eventstore: service('eventstore', { EVENTSTORE_SECRET: secret }),
    /** In start order; they stop in reverse. */
    application: [
      service('projector', {
        ...shared,
        QUERY_DATABASE_URL: databases.query,
        GATEWAY_URL: addressOf(host, ports.gateway),
      }),
      service('command', { ...shared, PROJECTOR_URL: localUrl(ports.projector) }),
      service('gateway', {
        ...shared,
        ...setUp,
        HOST: host,
        COMMAND_URL: localUrl(ports.command),
        PROJECTOR_URL: localUrl(ports.projector),
        EMBEDDED: '1',
      }),
    ],
  }
}

/** Clients cannot connect to a wildcard address. */
export const addressOf = (host: string, port: number): string => {
  const callable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${callable.includes(':') ? `[${callable}]` : callable}:${port}`
}
