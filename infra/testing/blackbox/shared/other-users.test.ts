import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { test } from 'tap'
import { runningSystem } from '#infra/supervisor/run-file.ts'
import { asOtherUser, noOtherUser } from '../../other-user.ts'
import { sharedSystem } from '../shared-system.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const script = join(root, 'infra', 'eventstore', 'testing', 'stranger.ts')

/** Every user may read the command lines of all processes. */
const commandLines = (): string =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(join('/proc', pid, 'cmdline'), 'utf8')
      } catch {
        return '' // gone by now
      }
    })
    .join('\n')

const logsOf = (dataDir: string): string => {
  const folder = join(dataDir, 'logs')
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
}

const { dataDir } = await sharedSystem()

test(
  'another user of the machine gets at neither the event store nor Postgres',
  { skip: noOtherUser },
  async (t) => {
    const { eventstoreUrl, databases } = runningSystem(dataDir)!
    const [open = '', secret = ''] = eventstoreUrl.split('&connectionName=')
    t.ok(secret.length > 30)

    const ran = asOtherUser([script, open, databases.main, join(dataDir, 'run.json')])
    t.equal(ran.status, 0, ran.stderr)
    t.match(JSON.parse(ran.stdout), {
      'read all events': /Unauthenticated/,
      append: /Unauthenticated/,
      tombstone: /Unauthenticated/,
      'connect to Postgres': /EACCES/,
      'read run.json': /EACCES/,
    })

    const { password } = new URL(databases.main)
    const shown = commandLines() + logsOf(dataDir)
    for (const hidden of [secret, password]) t.notOk(shown.includes(hidden))
  },
)

test('no part uses the owner role of the embedded Postgres', async (t) => {
  const postgres = new Client({ connectionString: runningSystem(dataDir)!.databases.main })
  await postgres.connect()
  const { rows } = await postgres.query<{ usename: string }>(`
    select distinct usename::text from pg_stat_activity
    where datname in ('stykkliste', 'eventstore') and pid <> pg_backend_pid() order by usename`)
  const roles = rows.map(({ usename }) => usename)
  t.notOk(roles.includes('stykkliste'), roles.join())
  for (const part of ['eventstore', 'projector', 'query'])
    t.ok(roles.includes(`stykkliste_${part}`), part)
  const { rowCount } = await postgres.query(`select from pg_extension where extname = 'pg_trgm'`)
  t.equal(rowCount, 1, 'search still has its index')
  await postgres.end()
})
