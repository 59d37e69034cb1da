import { randomBytes } from 'node:crypto'
import { addressOf as addressOfStore } from '../eventstore/protocol/address.ts'
import type { PartDatabases } from '../postgres/part-databases.ts'
import type { Configuration } from './configuration.ts'
import { http2Alive, httpAlive, type Alive } from './liveness.ts'

/** What V8 is told of each service, wherever it is started: each has a bound, far above what it holds. */
export const heap = {
  // Else the store's memory grows with the load to thrice what it holds.
  eventstore: '--max-semi-space-size=4 --max-old-space-size=512',
  // Else 128 MB of what it holds while it reads the log or a long list are garbage of the young.
  projector: '--max-semi-space-size=16 --max-old-space-size=1024',
  // Of a heap that may grow large more garbage is left: an import would take twice the memory. What is
  // held with 1,000,000 records and as many links is a tenth of it.
  command: '--max-semi-space-size=16 --max-old-space-size=1024',
  gateway: '--max-old-space-size=512',
} as const

type Name = keyof typeof heap

/** The script of each service. */
export type Programs = Readonly<Record<Name, string>>

export const programs: Programs = {
  eventstore: 'infra/eventstore/main.ts',
  projector: 'infra/processes/projector.ts',
  command: 'infra/processes/command.ts',
  gateway: 'infra/processes/gateway.ts',
}

/** What staff call each, as the start of a sentence. */
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
  /** The event store has gRPC alone. */
  readonly alive: Alive
}

export const local = (port: number) => `http://127.0.0.1:${port}`

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
    const url = name === 'gateway' ? addressOf(host, ports.gateway) : local(ports[name])
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
  /** For the gateway alone. */
  setUp: Readonly<Record<string, string>>,
  mains: Programs,
) => {
  const { host } = configuration
  /** What the embedded event store asks of its clients. */
  const secret = newSecret()
  /** Known to the gateway and the services only: who lacks it is not answered. */
  const internalToken = newSecret()
  const eventstoreUrl =
    configuration.eventstoreUrl ?? addressOfStore('127.0.0.1', ports.eventstore, secret)
  const service = serviceMaker(configuration, databases, ports, mains)
  const shared = { EVENTSTORE_URL: eventstoreUrl, INTERNAL_TOKEN: internalToken }
  return {
    eventstoreUrl,
    internalToken,
    eventstore: service('eventstore', { EVENTSTORE_SECRET: secret }),
    /** In the order of starting; they stop in the opposite order. */
    application: [
      service('projector', {
        ...shared,
        QUERY_DATABASE_URL: databases.query,
        GATEWAY_URL: addressOf(host, ports.gateway),
      }),
      service('command', { ...shared, PROJECTOR_URL: local(ports.projector) }),
      service('gateway', {
        ...shared,
        ...setUp,
        HOST: host,
        COMMAND_URL: local(ports.command),
        PROJECTOR_URL: local(ports.projector),
        EMBEDDED: '1',
      }),
    ],
  }
}

/** How the machine itself reaches the gateway: a wildcard address is no address to call. */
export const addressOf = (host: string, port: number): string => {
  const callable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${callable.includes(':') ? `[${callable}]` : callable}:${port}`
}
