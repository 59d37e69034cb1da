import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

export type Test = { readonly teardown: (end: () => Promise<void>) => unknown }

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

const create = async (template: string) => {
  const server = process.env['TEST_POSTGRES']
  if (!server) throw new Error('TEST_POSTGRES is not set: run the file by npm test -- <file>.')
  const name = `test_${randomBytes(6).toString('hex')}`
  await run(server, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    name,
    url: url.href,
    drop: () => run(server, `drop database if exists ${name} with (force)`),
  }
}

export const testDatabase = async (t: Test, template = 'template0'): Promise<string> => {
  const { url, drop } = await create(template)
  t.teardown(drop)
  return url
}

/** Returns the name of a database that `fill` has filled, to copy for each test of this process. */
export const createTemplate = async (fill: (url: string) => Promise<void>): Promise<string> => {
  const { name, url } = await create('template0')
  await fill(url)
  return name
}
