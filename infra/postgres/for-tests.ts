import { randomBytes } from 'node:crypto'
import file from 'tap'
import { onServer, quoted } from './databases.ts'
import { startTestServer } from './test-server.ts'

type Test = { readonly teardown: (end: () => Promise<void>) => unknown }

let own: Promise<string> | undefined

const ownServer = async (): Promise<string> => {
  const { url, stop } = await startTestServer()
  file.teardown(stop)
  return url
}

/** `npm test` starts one server for every file and names it; a file run alone starts its own. */
const serverUrl = (): Promise<string> => {
  const shared = process.env['TEST_POSTGRES']
  if (shared) return Promise.resolve(shared)
  own ??= ownServer()
  return own
}

/** A fresh, empty database for one test, dropped after it. */
export const testDatabase = async (t: Test): Promise<string> => {
  const server = await serverUrl()
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name} template template0 strategy file_copy`)
  t.teardown(() => onServer(server, `drop database if exists ${quoted(name)} with (force)`))
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
