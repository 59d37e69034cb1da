import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'tap'
import { destinationsEnvironment } from '#audit/destinations/destinations.ts'
import { s3Environment } from '#command/objects/s3-client.ts'
import { gatewayEnvironment } from '#gateway/environment.ts'
import { someEvents } from '#infra/eventstore/testing/events.ts'
import { openLog } from '#infra/eventstore/testing/log.ts'
import { testStore } from '#infra/eventstore/testing/store.ts'
import { noCertificates, withTls } from '#infra/eventstore/testing/tls.ts'
import { parts } from '../supervisor/services.ts'

type Test = { readonly teardown: (end: () => Promise<void>) => unknown }

const folderFor = (t: Test): string => {
  const folder = mkdtempSync(join(tmpdir(), 'stykkliste-compose-'))
  t.teardown(async () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const run = (script: string, env: Readonly<Record<string, string>>) =>
  spawnSync('sh', [join(import.meta.dirname, script)], {
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  })

const skip = noCertificates

const names = [
  'POSTGRES_PASSWORD',
  'EVENTSTORE_ADMIN_PASSWORD',
  'EVENTSTORE_OPS_PASSWORD',
  'INTERNAL_TOKEN',
]
const strong = Object.fromEntries(names.map((name) => [name, `${name}-0123456789abcdef`]))

test('the secrets are random, readable by the owner only, and never overwritten', async (t) => {
  const file = join(folderFor(t), '.env')
  t.equal(run('secrets.sh', { ENV_FILE: file }).status, 0)
  const text = readFileSync(file, 'utf8')
  const values = names.map((name) => new RegExp(`^${name}=([\\w-]{32})$`, 'm').exec(text)?.[1])
  t.equal(new Set(values).size, names.length)
  t.ok(values.every((value) => value !== undefined))
  t.equal(statSync(file).mode & 0o777, 0o600)
  t.equal(run('secrets.sh', { ENV_FILE: file }).status, 1)
  t.equal(readFileSync(file, 'utf8'), text)
})

test('missing, short and default secrets are refused', { skip }, async (t) => {
  const CERTIFICATES = folderFor(t)
  for (const name of names)
    for (const bad of ['', 'changeit', 'password', 'short']) {
      const { status, stderr } = run('prepare.sh', { ...strong, CERTIFICATES, [name]: bad })
      t.equal(status, 1)
      t.match(stderr, name)
    }
})

const read = (name: string) => readFileSync(join(import.meta.dirname, '..', '..', name), 'utf8')
/** The section of a service in docker-compose.yml. */
const settings = (name: string): string =>
  new RegExp(`^  ${name}:\n(?:    .*\n)+`, 'm').exec(read('docker-compose.yml'))?.[0] ?? ''

test('every part has the same heap limit with and without containers', async (t) => {
  for (const name of ['projector', 'command'] as const)
    t.equal(/NODE_OPTIONS: (.*)/.exec(settings(name))?.[1], parts[name].heap, name)
  t.match(settings('web'), /NODE_OPTIONS: --max-old-space-size=\d+/)
  t.match(settings('eventstore'), /DOTNET_GCHeapHardLimitPercent: '\d+'/)
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } }
  t.match(scripts.start, /--max-old-space-size=\d+ infra\/start\.ts/, 'the supervisor')
  for (const { heap } of Object.values(parts)) t.match(heap, /--max-old-space-size=\d+/)
})

test('settings for the places of checkpoints and files reach the part that uses them', async (t) => {
  const asked = { projector: destinationsEnvironment, command: s3Environment }
  for (const [part, names] of Object.entries(asked))
    for (const name of Object.keys(names)) t.match(settings(part), `\n      ${name}:`, part)
  t.match(settings('projector'), '\n      GATEWAY_URL: http://web:3000\n')
  t.match(settings('web'), '\n      ALLOWED_HOSTS: web\n', 'the gateway answers to that name')
})

test('settings for sign-in and rate limits reach the gateway', async (t) => {
  for (const name of Object.keys(gatewayEnvironment.shape))
    if (!read('docker-compose.yml').includes(`\n  ${name}:`))
      t.match(settings('web'), `\n      ${name}:`)
})

test('a certificate that would not last until next year is renewed', { skip }, async (t) => {
  const [AUTHORITY, TRUSTED, CERTIFICATES] = [folderFor(t), folderFor(t), folderFor(t)]
  const prepare = () => run('prepare.sh', { ...strong, AUTHORITY, TRUSTED, CERTIFICATES })
  t.equal(prepare().status, 0)
  const path = join(CERTIFICATES, 'eventstore', 'node.crt')
  const lasts = (days: number) =>
    spawnSync('openssl', ['x509', '-in', path, '-noout', '-checkend', `${days * 86_400}`])
      .status === 0
  const [key, old] = [join(CERTIFICATES, 'eventstore', 'node.key'), ['-days', '300', '-out', path]]
  spawnSync('openssl', ['req', '-x509', '-key', key, '-subj', '/CN=eventstoredb-node', ...old])
  t.ok(lasts(299) && !lasts(366))
  t.equal(prepare().status, 0)
  t.ok(lasts(366))
})

test('the certificates are created once, and the adapter trusts them', { skip }, async (t) => {
  const [AUTHORITY, TRUSTED, CERTIFICATES] = [folderFor(t), folderFor(t), folderFor(t)]
  const folders = { AUTHORITY, TRUSTED, CERTIFICATES }
  t.equal(run('prepare.sh', { ...strong, ...folders }).status, 0)
  t.same(readdirSync(TRUSTED), ['ca.crt'], "no key in the services' folder")
  const read = (name: string) => readFileSync(join(CERTIFICATES, name), 'utf8')
  const before = read('eventstore/node.crt')
  t.equal(run('prepare.sh', { ...strong, ...folders }).status, 0)
  t.equal(read('eventstore/node.crt'), before)

  const ca = join(TRUSTED, 'ca.crt')
  for (const node of ['eventstore', 'eventstore-2', 'eventstore-3']) {
    const path = join(CERTIFICATES, node, 'node.crt')
    const checks = ['-purpose', 'sslserver', '-verify_hostname', node]
    t.equal(spawnSync('openssl', ['verify', '-CAfile', ca, ...checks, path]).status, 0, node)
  }

  const store = await testStore(t)
  const key = read('eventstore/node.key')
  const port = await withTls(t, store.port, { key, cert: before })
  const log = openLog(t, `esdb://admin:secret@localhost:${port}?tls=true&tlsCAFile=${ca}`)
  t.match(await log.append('a', someEvents(2), 'none'), { appended: true, revision: 1n })
  t.equal((await log.read('a')).length, 2)
})
