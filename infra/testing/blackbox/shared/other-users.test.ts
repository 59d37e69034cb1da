import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { test } from 'tap'
import { runningSystem } from '#infra/supervisor/run-file.ts'
import { sharedSystem } from '../shared-system.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const script = join(root, 'infra', 'eventstore', 'testing', 'stranger.ts')

const asStranger = (args: readonly string[]) =>
  spawnSync(
    'setpriv',
    ['--reuid=1234', '--regid=1234', '--clear-groups', process.execPath, ...args],
    {
      cwd: '/',
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    },
  )

const impossible = (): string | false => {
  if (process.getuid?.() !== 0) return 'only root can become another user'
  const { status } = asStranger(['-e', `fs.readFileSync(${JSON.stringify(import.meta.filename)})`])
  return status === 0 ? false : `another user cannot get at ${root}`
}

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
  { skip: impossible() },
  async (t) => {
    const { eventstoreUrl, databases } = runningSystem(dataDir)!
    const [open = '', secret = ''] = eventstoreUrl.split('&connectionName=')
    t.ok(secret.length > 30)

    const ran = asStranger([script, open, databases.main, join(dataDir, 'run.json')])
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
