import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { test } from 'tap'
import { signIn, type Client } from '../../../rest/client.ts'
import { runningSystem } from '../../../supervisor/run-file.ts'
import { administrator, type System } from '../system.ts'
import { sharedSystem } from '../shared-system.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const timeout = 120_000

/** Runs a tool while the system is running. */
const tool = ({ dataDir }: System, script: string, ...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'infra/scripts', script), ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
  })

const until = async <T>(look: () => Promise<T | null>): Promise<T> => {
  for (const end = Date.now() + timeout; Date.now() < end; await sleep(200)) {
    const found = await look()
    if (found !== null) return found
  }
  throw new Error('It did not come')
}

/** An event of a type that no part knows, as from a newer release. */
const appendUnknown = async (system: System): Promise<void> => {
  const client = EventStoreDBClient.connectionString(runningSystem(system.dataDir)!.eventstoreUrl)
  const metadata = { commandId: randomUUID(), user: 'noen', at: new Date().toISOString(), v: 1 }
  const data = { id: 1 }
  await client.appendToStream('supplier-1', jsonEvent({ type: 'SupplierPaused', data, metadata }))
  await client.dispose()
}

const healthOf = async (client: Client) => {
  const { status, body } = await client('GET', '/api/health')
  return { status, reason: JSON.stringify(body) }
}

const supplier = (client: Client, name: string) =>
  client('POST', '/api/suppliers', { name, orderEmail: 'ordre@prove.example' })

test('an unknown event stops commands and is named, until an operator skips it', async (t) => {
  const system = await sharedSystem()
  const client = await signIn(system.base, administrator.username, administrator.password)
  t.equal((await supplier(client, 'Den første')).status, 201)
  await appendUnknown(system)

  const position = await until(async () => {
    const { status, reason } = await healthOf(client)
    const [, at] = /plass (\d+)/.exec(reason) ?? []
    return status === 503 && at ? at : null
  })
  t.equal((await supplier(client, 'Utenfor')).status, 503, 'commands are refused')
  t.equal((await client('GET', '/api/suppliers')).status, 200, 'reads go on')

  await t.rejects(tool(system, 'skip-event.ts', position), /--why/, 'a reason is required')
  const why = 'fra en nyere utgave'
  const { stdout } = await tool(system, 'skip-event.ts', position, '--why', why, '--who', 'Kari')
  t.match(stdout, `Notert: Kari, «${why}»`)

  await until(async () => ((await healthOf(client)).status === 200 ? true : null))
  t.equal((await supplier(client, 'Den neste')).status, 201, 'commands are accepted again')
  const verified = await tool(system, 'verify.ts')
  t.match(verified.stdout, /SupplierPaused|supplier-1/, 'verify lists the skipped event')
})
