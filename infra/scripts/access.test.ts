import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'tap'
import { startTestGateway } from '#gateway/testing/test-gateway.ts'
import { client } from '#gateway/testing/client.ts'
import { isIn, newPassword } from '#gateway/testing/accounts.ts'
import { testDatabase } from '#kernel/testing/database.ts'

const cli = (env: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'access.ts'), ...args], {
    env: { ...process.env, ...env },
  })

const complaint = (env: Record<string, string>, ...args: string[]): Promise<string> =>
  cli(env, ...args).then(
    () => '',
    (error: { stderr: string }) => error.stderr,
  )

test('a locked-out user gets access from the command line, and it is logged', async (t) => {
  const databaseUrl = await testDatabase(t)
  const gateway = await startTestGateway(t, { databaseUrl })
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: gateway.dataDir, PUBLIC_URL: gateway.base }
  const admin = await gateway.signedIn('administrator')
  t.match((await cli(env, 'list')).stdout, /en-administrator\tadministrator\taktiv/)

  const { stdout } = await cli(env, 'reset', 'en-administrator')
  const [, code] = stdout.trim().split('/oppsett#')
  await new Promise((done) => setTimeout(done, 1100))
  t.notOk(await isIn(admin), 'within a second')
  const again = client(gateway.base)
  const set = { code, password: newPassword }
  t.equal((await again('PUT', '/api/access/code', set)).status, 200)
  t.ok(await isIn(again))
  const { body } = await again('GET', '/api/access/security-log?event=user_reset')
  t.match(body.data, [{ username: 'operatør', details: { user: 'en-administrator' } }])

  t.match((await cli(env, 'administrator', 'ny sjef')).stdout, '/oppsett#')
  t.match((await cli(env, 'unlock', 'en-administrator')).stdout, /kan prøve igjen/)
  await cli(env, 'rotate-keys')
  gateway.access.keys.refresh()
  t.ok(await isIn(again))
  t.match(await complaint(env, 'administrator', '\u0430dmin'), /kan bare ha bokstavene/)
  t.match(await complaint(env, 'reset', 'ingen'), /ingen konto som heter «ingen»/)
  t.match(await complaint(env, 'reset'), /Bruk: npm run access/)
  t.match(await complaint(env, 'list', 'x'), /Bruk: npm run access/)
})

test('it works on the embedded database while the system is stopped', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-cli-'))
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }))
  const env = { DATABASE_URL: '', DATA_DIR: dataDir }
  t.match((await cli(env, 'administrator', 'sjef')).stdout, /http:\/\/127.0.0.1:3000\/oppsett#/)
  const behind = { ...env, PUBLIC_URL: 'https://stykkliste.firma.no/' }
  t.match((await cli(behind, 'reset', 'sjef')).stdout, ' https://stykkliste.firma.no/oppsett#')
  t.match(
    (await cli({ ...env, PUBLIC_URL: '' }, 'reset', 'sjef')).stdout,
    ' http://127.0.0.1:3000/',
  )
  t.match((await cli(env, 'list')).stdout, /^sjef\tadministrator\taktiv\taldri innlogget/)
})
