import { randomBytes } from 'node:crypto'
import { openKeyring } from '#kernel/privacy/keyring.ts'
import { databaseName, onConnection } from './databases.ts'
import {
  eventRights,
  keyRights,
  mainRights,
  parts,
  roleOf,
  withPassword,
  type Part,
} from './part-roles.ts'
import type { PostgresServer } from './start.ts'

export type PartDatabases = Readonly<Record<Part, string>>

export type Databases = {
  /** With the role that owns everything. */
  readonly main: string
  readonly events: string
  readonly parts: PartDatabases
}

/** One message of several statements is one transaction. */
const run = (url: string, statements: readonly string[]) =>
  onConnection(url, (client) => client.query(statements.join(';\n')))

const urlFor = (part: Part, password: string, { url }: PostgresServer): string => {
  const own = new URL(url(part === 'eventstore' ? 'eventstore' : 'stykkliste'))
  own.username = roleOf(part)
  own.password = password
  return own.href
}

export type Confirm = (databases: Pick<Databases, 'main' | 'events'>) => Promise<void>

/** Also gives tables of older releases and of operators' tools to the right role. */
export const setUpDatabases = async (
  server: PostgresServer,
  confirm: Confirm,
): Promise<Databases> => {
  const main = await server.ensureDatabase('stykkliste')
  const events = await server.ensureDatabase('eventstore')
  await confirm({ main, events })
  const passwords = parts.map((part) => [part, randomBytes(24).toString('base64url')] as const)
  const entries = passwords.map(([part, password]) => [part, urlFor(part, password, server)])
  const urls: PartDatabases = Object.fromEntries(entries)
  await run(main, [...passwords.map((one) => withPassword(...one)), ...mainRights])
  await run(events, eventRights)
  // Creates the tables of keys, so that rights on them can be granted.
  const keyring = await openKeyring(urls.command)
  await keyring.close()
  await run(main, keyRights)
  return { main, events, parts: urls }
}

/** An external Postgres has one role for all parts. */
export const sharedBy = (main: string): Databases => {
  const beside = new URL(main)
  beside.pathname = `/${encodeURIComponent(`${databaseName(main)}_eventstore`)}`
  const events = beside.href
  const parts = { command: main, projector: main, query: main, gateway: main, eventstore: events }
  return { main, events, parts }
}
