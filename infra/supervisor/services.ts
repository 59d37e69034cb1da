import { randomBytes } from 'node:crypto'
import { addressOf as addressOfStore } from '../eventstore/protocol/address.ts'
import type { PartDatabases } from '../postgres/part-databases.ts'
import type { Configuration } from './configuration.ts'
import { http2Alive, httpAlive } from './liveness.ts'

type Part = { readonly label: string; readonly main: string; readonly heap: string }
type Name = 'eventstore' | 'projector' | 'command' | 'gateway'

/** Heap limits of V8 per service, far above what each needs. */
export const parts: Record<Name, Part> = {
  eventstore: {
    label: 'Hendelseslageret',
    main: 'infra/eventstore/main.ts',
    // Otherwise memory grows with the load to three times the live data.
    heap: '--max-semi-space-size=4 --max-old-space-size=512',
  },
  projector: {
    label: 'Lesetjenesten',
    main: 'infra/processes/projector.ts',
    // Otherwise up to 128 MB of garbage stays in the young generation while it reads the log or a long list.
    heap: '--max-semi-space-size=16 --max-old-space-size=1024',
  },
  command: {
    label: 'Skrivetjenesten',
    main: 'infra/processes/command.ts',
    // A larger limit leaves more garbage: an import would take twice the memory. 1,000,000 records use a tenth of it.
    heap: '--max-semi-space-size=16 --max-old-space-size=1024',
  },
  gateway: {
    label: 'Inngangen',
    main: 'infra/processes/gateway.ts',
    heap: '--max-old-space-size=512',
  },
}

export const localUrl = (port: number) => `http://127.0.0.1:${port}`

const newSecret = () => randomBytes(32).toString('base64url')

type Ports = Readonly<Record<Name, number>>

const serviceMaker =
  (
    { host, dataDir }: Pick<Configuration, 'host' | 'dataDir'>,
    databases: PartDatabases,
    ports: Ports,
  ) =>
  (name: Name, own: Readonly<Record<string, string>>) => {
    const url = name === 'gateway' ? addressOf(host, ports.gateway) : localUrl(ports[name])
    const env: Readonly<Record<string, string>> = {
      HOST: '127.0.0.1',
      PORT: String(ports[name]),
      DATABASE_URL: databases[name],
      DATA_DIR: dataDir,
      NODE_OPTIONS: parts[name].heap,
      ...own,
    }
    const alive = name === 'eventstore' ? http2Alive(url) : httpAlive(`${url}/internal/health`)
    return { name, ...parts[name], env, alive }
  }

export type Service = ReturnType<ReturnType<typeof serviceMaker>>

export const servicesOf = (
  configuration: Configuration,
  databases: PartDatabases,
  ports: Ports,
  setUp: Readonly<Record<string, string>>,
) => {
  const { host } = configuration
  const secret = newSecret()
  const internalToken = newSecret()
  const eventstoreUrl =
    configuration.eventstoreUrl ?? addressOfStore('127.0.0.1', ports.eventstore, secret)
  const service = serviceMaker(configuration, databases, ports)
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
