import type { Credentials } from '@eventstore/db-client'
import { existsSync } from 'node:fs'

/** Milliseconds; detects a dead connection within 15 s. The client warns about intervals below 10,000. */
const keepAliveInterval = 10_000
export const keepAliveTimeout = 5000

/** The client ignores these settings or misreads them. */
const overridden = /^(throwOnAppendFailure|keepAliveInterval|keepAliveTimeout)=/i

export const hardened = (connectionString: string, timeout: number = keepAliveTimeout): string => {
  const [address = '', query = ''] = connectionString
    .trim()
    .replace(/^kurrentdb/, 'esdb')
    .replace('/?', '?')
    .split('?')
  const kept = query.split('&').filter((part) => part !== '' && !overridden.test(part))
  // In seconds per node. The default of 5 would keep us too long at a frozen leader.
  const gossip = /(^|&)gossipTimeout=/i.test(query) ? [] : ['gossipTimeout=1']
  const own = [...gossip, `keepAliveInterval=${keepAliveInterval}`, `keepAliveTimeout=${timeout}`]
  return `${address.replace(/\/+$/, '')}?${[...kept, ...own].join('&')}`
}

export const isStoreAddress = (text: string): boolean =>
  /^(esdb|kurrentdb)(\+discover)?:\/\/[^/?]/.test(text)

/** Reports a missing file with a message; the client itself would only print a stack trace. */
export const checkCaFile = (connectionString: string): void => {
  const [, given] = /[?&]tlsCAFile=([^&]+)/i.exec(connectionString) ?? []
  const path = given && decodeURIComponent(given)
  if (path && !existsSync(path))
    throw new Error(`Finner ikke filen ${path}, som tlsCAFile i EVENTSTORE_URL viser til.`)
}

/** Any credentials, even placeholders, make the client use the plain Append call. */
export const credentialsIn = (connectionString: string): Credentials => {
  const [, username, password] = /^[^:]+:\/\/([^:@/]+):([^@]+)@/.exec(connectionString.trim()) ?? []
  if (!username || !password) return { username: 'none', password: 'none' }
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) }
}
