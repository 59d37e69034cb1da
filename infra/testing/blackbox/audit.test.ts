import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'tap'
import { replaced, rewrite } from '#infra/eventstore/testing/audited-store.ts'
import { startPostgres } from '../../postgres/start.ts'
import { createClient, signIn, type Client } from '../../rest/client.ts'
import { runningSystem } from '../../supervisor/run-file.ts'
import { administrator, systemFor, type System } from './system.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** Runs a tool while the system is running, and returns its exit code and output. */
const tool = async ({ dataDir }: System, script: string, ...args: readonly string[]) => {
  const env = { ...process.env, DATA_DIR: dataDir }
  const running = promisify(execFile)(process.execPath, [join(root, script), ...args], { env })
  const failed = (error: { code: number; stdout: string }) => error
  const { code, stdout } = await running.then((said) => ({ ...said, code: 0 }), failed)
  return { code, stdout }
}

const auditor = async (system: System, admin: Client): Promise<Client> => {
  const user = { username: 'revisor', name: 'Revisor', role: 'revisor' }
  const invited = await admin('POST', '/api/access/users', user)
  const [, code] = (invited.body['data'] as { link: string }).link.split('#')
  const client = createClient(system.base)
  await client('PUT', '/api/access/code', { code, password: 'fire ulike ord uten mening' })
  return client
}

test('verify names an event altered together with its checksum, even after the rebuild that it recommends', async (t) => {
  const system = await systemFor(t, { WEB_BUILD: 'off' })
  const admin = await signIn(system.base, administrator.username, administrator.password)
  await admin('POST', '/api/suppliers', { name: 'Festo', orderEmail: 'ordre@festo.example' })
  const motor = { description: 'Motor', supplierId: 1, supplierArticlenumber: 'M-1' }
  const priced = await admin('POST', '/api/motortypes', {
    ...motor,
    pricing: { costPrice: 9693.25 },
  })
  t.equal(priced.status, 201)
  const reader = await auditor(system, admin)
  const { body } = await reader('GET', '/api/audit/checkpoint')
  const note = join(system.dataDir, 'sjekkpunkt.txt')
  writeFileSync(note, body['text'] as string)

  const intact = await tool(system, 'infra/scripts/verify.ts', '--checkpoint', note)
  t.match(intact, { code: 0, stdout: /Loggen er hel: .* da sjekkpunktet i \S+ ble signert/ })

  const position = BigInt(priced.headers.get('x-event-position')!)
  const { events } = runningSystem(system.dataDir)!.databases
  await rewrite(events, position, replaced('9693.25', '9193.25'))
  // A running store has the last events in memory and would not notice the change.
  await system.stop()
  t.match(await tool(system, 'infra/scripts/rebuild.ts'), { code: 0 })

  const altered = await tool(system, 'infra/scripts/verify.ts', '--checkpoint', note)
  t.equal(altered.code, 1)
  t.match(
    altered.stdout,
    /Alle \d+ lesetabeller er lik/,
    'the tables say what the altered log says',
  )
  t.match(altered.stdout, /Hendelsesloggen er hel/, 'no checksum shows it')
  t.match(altered.stdout, /SKREVET OM: .*\n.*avviker: plass \d+, motortype-1 nr. \d, som er endret/)

  await t.test('also where the read tables cannot be made of it', async (t) => {
    const postgres = await startPostgres({ dataDir: system.dataDir })
    const log = postgres.url('eventstore')
    await rewrite(log, position, replaced('"motortypes"', '"motortypas"'))
    await postgres.stop()
    const unreadable = await tool(system, 'infra/scripts/verify.ts')
    t.equal(unreadable.code, 1)
    t.notMatch(unreadable.stdout, /Alle \d+ lesetabeller er lik/)
    t.match(
      unreadable.stdout,
      /SKREVET OM: .*\n.*avviker: plass \d+, motortype-1 nr. \d, som er endret/,
    )
  })
})
