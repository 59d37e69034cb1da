import type { PartDatabases } from '../postgres/part-databases.ts'
import type { Configuration } from './configuration.ts'
import { http2Alive, httpAlive, type Alive } from './liveness.ts'
import type { ServiceDefinition } from './service.ts'

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

export type Ports = {
  readonly command: number
  readonly projector: number
  readonly eventstore: number
}

export type Addresses = {
  readonly ports: Ports
  readonly databases: PartDatabases
  readonly hasEventstore: boolean
  readonly eventstoreUrl: string
  /** What the embedded event store asks of its clients. */
  readonly eventstoreSecret: string
  /** Known to the gateway and the services only: who lacks it is not answered. */
  readonly internalToken: string
}

/** The script of each service. */
export type Programs = Readonly<Record<'eventstore' | 'projector' | 'command' | 'gateway', string>>

export const programs: Programs = {
  eventstore: 'infra/eventstore/main.ts',
  projector: 'infra/processes/projector.ts',
  command: 'infra/processes/command.ts',
  gateway: 'infra/processes/gateway.ts',
}

const local = (port: number) => `http://127.0.0.1:${port}`

/** The embedded event store, unless another is used. */
export const eventstoreService = (
  { dataDir }: Configuration,
  { ports, databases, hasEventstore, eventstoreSecret }: Addresses,
  mains: Programs,
): ServiceDefinition | null =>
  !hasEventstore
    ? null
    : {
        name: 'eventstore',
        label: 'Hendelseslageret',
        main: mains.eventstore,
        env: {
          HOST: '127.0.0.1',
          PORT: String(ports.eventstore),
          DATABASE_URL: databases.eventstore,
          EVENTSTORE_SECRET: eventstoreSecret,
          DATA_DIR: dataDir,
          NODE_OPTIONS: heap.eventstore,
        },
      }

/** In the order of starting; they stop in the opposite order. */
export const applicationServices = (
  { host, port, dataDir }: Configuration,
  { ports, databases, eventstoreUrl, internalToken }: Addresses,
  setUp: Readonly<Record<string, string>>,
  mains: Programs,
): readonly ServiceDefinition[] => {
  const shared = {
    EVENTSTORE_URL: eventstoreUrl,
    INTERNAL_TOKEN: internalToken,
    DATA_DIR: dataDir,
  }
  return [
    {
      name: 'projector',
      label: 'Lesetjenesten',
      main: mains.projector,
      env: {
        ...shared,
        DATABASE_URL: databases.projector,
        QUERY_DATABASE_URL: databases.query,
        HOST: '127.0.0.1',
        PORT: String(ports.projector),
        NODE_OPTIONS: heap.projector,
      },
    },
    {
      name: 'command',
      label: 'Skrivetjenesten',
      main: mains.command,
      env: {
        ...shared,
        DATABASE_URL: databases.command,
        HOST: '127.0.0.1',
        PORT: String(ports.command),
        NODE_OPTIONS: heap.command,
      },
    },
    {
      name: 'gateway',
      label: 'Inngangen',
      main: mains.gateway,
      env: {
        ...shared,
        DATABASE_URL: databases.gateway,
        ...setUp,
        HOST: host,
        PORT: String(port),
        COMMAND_URL: local(ports.command),
        PROJECTOR_URL: local(ports.projector),
        EMBEDDED: '1',
        NODE_OPTIONS: heap.gateway,
      },
    },
  ]
}

/** How a service is asked whether it lives; the event store has gRPC alone. */
export const aliveOf = (name: string, { host, port }: Configuration, ports: Ports): Alive => {
  if (name === 'command') return httpAlive(`${local(ports.command)}/internal/health`)
  if (name === 'projector') return httpAlive(`${local(ports.projector)}/internal/health`)
  if (name === 'eventstore') return http2Alive(local(ports.eventstore))
  return httpAlive(`${addressOf(host, port)}/internal/health`)
}

/** How the machine itself reaches the gateway: a wildcard address is no address to call. */
export const addressOf = (host: string, port: number): string => {
  const callable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${callable.includes(':') ? `[${callable}]` : callable}:${port}`
}
