import { EventStoreDBClient, type Credentials } from '@eventstore/db-client'
import { existsSync } from 'node:fs'
import { inTime } from './in-time.ts'
import { disconnect } from './inside.ts'

/** Below 10,000 the client warns on every start. Together they find a dead connection within 15 s. */
const keepAliveInterval = 10_000
const keepAliveTimeout = 5000

/** What the client of this version does not read by itself, or reads to our harm. */
const overridden = /^(throwOnAppendFailure|keepAliveInterval|keepAliveTimeout)=/i

/** The connection string with the settings that the adapter rests on. */
export const hardened = (connectionString: string, timeout: number): string => {
  const [address = '', query = ''] = connectionString
    .trim()
    .replace(/^kurrentdb/, 'esdb')
    .replace('/?', '?')
    .split('?')
  const kept = query.split('&').filter((part) => part !== '' && !overridden.test(part))
  // A leader that is frozen is left within seconds: the client waits five for each node that says nothing.
  const gossip = /(^|&)gossipTimeout=/i.test(query) ? [] : ['gossipTimeout=1']
  const own = [...gossip, `keepAliveInterval=${keepAliveInterval}`, `keepAliveTimeout=${timeout}`]
  return `${address.replace(/\/+$/, '')}?${[...kept, ...own].join('&')}`
}

/** @throws a sentence for the operator, where the client would say it by a stack trace only. */
export const checkAuthority = (connectionString: string): void => {
  const [, given] = /[?&]tlsCAFile=([^&]+)/i.exec(connectionString) ?? []
  const path = given && decodeURIComponent(given)
  if (path && !existsSync(path))
    throw new Error(`Finner ikke filen ${path}, som tlsCAFile i EVENTSTORE_URL viser til.`)
}

/** The only place for credentials. Where there are none, what is given selects the plain Append call all the same. */
export const credentialsIn = (connectionString: string): Credentials => {
  const [, username, password] = /^[^:]+:\/\/([^:@/]+):([^@]+)@/.exec(connectionString.trim()) ?? []
  if (!username || !password) return { username: 'none', password: 'none' }
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) }
}

const dispose = async (client: EventStoreDBClient): Promise<void> => {
  await client.dispose()
  await disconnect(client)
}

export type Lane = {
  readonly client: () => EventStoreDBClient
  /** Gives up a client whose connection does not answer, so that the next call gets a fresh one. */
  readonly replace: (client: EventStoreDBClient) => void
  readonly close: () => Promise<void>
}

const closeWithin = 2000

let connections = 0

/**
 * A client with a connection of its own. A server takes 100 calls at a time on one connection and lets
 * the rest wait without a word, so appends, reads and subscriptions must not share one. grpc-js gives
 * clients with equal settings the same connection, whence a different time-out for each.
 */
export const openLane = (connectionString: string): Lane => {
  const connect = () => {
    const timeout = keepAliveTimeout + (connections++ % 1000)
    return EventStoreDBClient.connectionString(hardened(connectionString, timeout))
  }
  let current = connect()
  const drop = (client: EventStoreDBClient) => dispose(client).catch(() => undefined)
  return {
    client: () => current,
    replace: (client) => {
      if (client !== current) return
      current = connect()
      void drop(client)
    },
    // A client that still looks for its leader is closed when it has found one.
    close: () => inTime(drop(current), closeWithin).catch(() => undefined),
  }
}
