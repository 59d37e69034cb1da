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

/** Where each part finds its database, as a role of its own with the rights that it needs. */
export type PartDatabases = Readonly<Record<Part, string>>

export type Databases = {
  /** As the owner of all, for operators' tools. */
  readonly main: string
  readonly events: string
  readonly parts: PartDatabases
}

/** In one message, which is one transaction. */
const run = (url: string, statements: readonly string[]) =>
  onConnection(url, (client) => client.query(statements.join(';\n')))

const urlFor = (part: Part, password: string, { url }: PostgresServer): string => {
  const own = new URL(url(part === 'eventstore' ? 'eventstore' : 'stykkliste'))
  own.username = roleOf(part)
  own.password = password
  return own.href
}

/** @throws where the databases belong to another installation. */
export type Confirm = (databases: Pick<Databases, 'main' | 'events'>) => Promise<void>

/**
 * Makes the databases of the embedded server, and the roles with new passwords once it is confirmed whose they are. What releases before made as the
 * owner of all, or a tool did, is handed over to whom it belongs.
 */
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
  // Makes the tables of keys, which the projector then may read.
  const keyring = await openKeyring(urls.command)
  await keyring.close()
  await run(main, keyRights)
  return { main, events, parts: urls }
}

/** A Postgres of the operator's own has one role for all. The event log lies in a database beside the read tables. */
export const sharedBy = (main: string): Databases => {
  const beside = new URL(main)
  beside.pathname = `/${encodeURIComponent(`${databaseName(main)}_eventstore`)}`
  const events = beside.href
  const parts = { command: main, projector: main, query: main, gateway: main, eventstore: events }
  return { main, events, parts }
}
