import { Client, DatabaseError } from 'pg'

const exists = '42P04'
const unknown = '3D000'

const connects = async (url: string): Promise<boolean> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    if (error instanceof DatabaseError && error.code === unknown) return false
    throw error
  } finally {
    await client.end()
  }
}

/** Runs one statement on the server's own database `postgres`. */
export const onServer = async (url: string, statement: string): Promise<void> => {
  const maintenance = new URL(url)
  maintenance.pathname = '/postgres'
  const client = new Client({ connectionString: maintenance.href })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export const databaseName = (url: string): string =>
  decodeURIComponent(new URL(url).pathname.slice(1))

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Makes the database that a connection string names, if the server does not have it. */
export const ensureDatabase = async (url: string): Promise<void> => {
  if (await connects(url)) return
  try {
    await onServer(url, `create database ${quoted(databaseName(url))}`)
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === exists)) throw error
  }
}
