import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

type Test = { readonly teardown: (end: () => Promise<void>) => unknown }

const run = async (server: string, statement: string): Promise<void> => {
  const client = new Client({ connectionString: server, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export const testDatabase = async (t: Test): Promise<string> => {
  const server = process.env['TEST_POSTGRES']
  if (!server) throw new Error('TEST_POSTGRES is not set: run the file by npm test -- <file>.')
  const name = `test_${randomBytes(6).toString('hex')}`
  await run(server, `create database ${name} template template0 strategy file_copy`)
  t.teardown(() => run(server, `drop database if exists ${name} with (force)`))
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
