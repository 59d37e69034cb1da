import type { Credentials } from '@eventstore/db-client'
import { existsSync } from 'node:fs'

/** Below 10,000 the client warns on every start. Together they find a dead connection within 15 s. */
const keepAliveInterval = 10_000
export const keepAliveTimeout = 5000

/** What the client of this version does not read by itself, or reads to our harm. */
const overridden = /^(throwOnAppendFailure|keepAliveInterval|keepAliveTimeout)=/i

/** The connection string with the settings that the adapter rests on. */
export const hardened = (connectionString: string, timeout: number = keepAliveTimeout): string => {
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

/** Where there are none, what is given selects the plain Append call all the same. */
export const credentialsIn = (connectionString: string): Credentials => {
  const [, username, password] = /^[^:]+:\/\/([^:@/]+):([^@]+)@/.exec(connectionString.trim()) ?? []
  if (!username || !password) return { username: 'none', password: 'none' }
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) }
}
