import { spawn } from 'node:child_process'
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { binaryEvent, jsonEvent } from '@eventstore/db-client'
import { test } from 'tap'
import { credentialsIn } from '../client/connection-string.ts'
import { someEvents } from '../testing/events.ts'
import { openLog } from '../testing/log.ts'
import { testClient, testStore } from '../testing/store.ts'
import { noCertificates as skip, secured } from '../testing/tls.ts'
import { exportEvents } from './export.ts'
import { importEvents } from './import.ts'

const credentials = credentialsIn('esdb://localhost')

type Test = Parameters<typeof testStore>[0]

const fileFor = (t: Test): string => {
  const folder = mkdtempSync(join(tmpdir(), 'stykkliste-transfer-'))
  t.teardown(async () => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'events.ndjson')
}

const filled = async (t: Test) => {
  const store = await testStore(t)
  const log = openLog(t, store.url)
  const client = testClient(t, store.url)
  for (let at = 0; at < 30; at++) {
    const expected = at < 3 ? ('none' as const) : BigInt(Math.floor(at / 3) * 7 - 1)
    await log.append(`s${at % 3}`, someEvents(7, at * 7), expected)
  }
  await client.appendToStream('bytes', binaryEvent({ type: 'B', data: Buffer.from([0, 255]) }))
  await client.appendToStream('bare', jsonEvent({ type: 'J', data: 'æøå\u2028å' }))
  await client.setStreamMetadata('s0', { maxAge: 1_000_000 })
  return { ...store, log, client }
}

test('a log that was exported and imported has the same events in the same order', async (t) => {
  const source = await filled(t)
  const file = fileFor(t)
  const exported = await exportEvents(source.client, file)
  t.equal(exported.file.events, 213)
  t.same(exported.store, exported.file)

  const target = await testStore(t)
  const client = testClient(t, target.url)
  const imported = await importEvents({ client, credentials }, file)
  t.equal(imported.file.events, 212)
  t.same(imported.store, imported.file)
  const [before, after] = await Promise.all([
    source.log.read('s1'),
    openLog(t, target.url).read('s1'),
  ])
  t.same(
    after.map(({ id, revision, data }) => ({ id, revision, data })),
    before.map(({ id, revision, data }) => ({ id, revision, data })),
  )
  t.equal(after[0]!.metadata['writtenAt'], before[0]!.writtenAt)
  t.match(await client.getStreamMetadata('s0'), { metadata: { maxAge: 1_000_000 } })

  const back = fileFor(t)
  await exportEvents(client, back)
  const home = await testStore(t)
  const returned = await importEvents({ client: testClient(t, home.url), credentials }, back)
  t.same(returned.store, imported.store, 'and back again')
})

test('both resume after an interruption, even in the middle of a line', async (t) => {
  const source = await filled(t)
  const file = fileFor(t)
  await exportEvents(source.client, file)
  const content = readFileSync(file, 'utf8')
  truncateSync(file, Math.floor(statSync(file).size / 2))
  await exportEvents(source.client, file)
  t.equal(readFileSync(file, 'utf8'), content)

  const target = await testStore(t)
  const client = testClient(t, target.url)
  const half = fileFor(t)
  appendFileSync(half, content.split('\n').slice(0, 100).join('\n'))
  await importEvents({ client, credentials }, half)
  const { store, file: all } = await importEvents({ client, credentials }, file)
  t.same(store, all)
})

test('a file that is no export is left alone and refused', async (t) => {
  const { client } = await filled(t)
  for (const content of ['Handleliste', 'Navn;Antall\nBolt;4\nMutter;4', '{"tull":1}\n']) {
    const file = fileFor(t)
    writeFileSync(file, content)
    await t.rejects(exportEvents(client, file), { message: /er ingen eksport/ })
    t.equal(readFileSync(file, 'utf8'), content)
    await t.rejects(importEvents({ client, credentials }, file), { message: /er ikke en hendelse/ })
  }
  const target = await testStore(t)
  const empty = fileFor(t)
  writeFileSync(empty, '')
  const importing = importEvents({ client: testClient(t, target.url), credentials }, empty)
  await t.rejects(importing, { message: /har ingen hendelser/ })
})

test('a target with other events is refused', async (t) => {
  const source = await filled(t)
  const file = fileFor(t)
  await exportEvents(source.client, file)
  const target = await testStore(t)
  await openLog(t, target.url).append('s1', someEvents(1), 'none')
  await t.rejects(importEvents({ client: testClient(t, target.url), credentials }, file), {
    message: /tomt lager/,
  })
})

const transfer = (what: string, file: string, store: string, more: NodeJS.ProcessEnv = {}) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const args = [join(import.meta.dirname, 'main.ts'), what, '--file', file, '--store', store]
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...more },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.once('close', (code) => resolve({ code, said }))
  })

test('an import works with TLS and an account, and fails without one', { skip }, async (t) => {
  const source = await filled(t)
  const file = fileFor(t)
  await exportEvents(source.client, file)
  const target = await testStore(t)
  const { as, nobody, untrusted } = await secured(t, target)
  for (const [store, why] of [
    [as('admin:wrong'), /godtar ikke brukernavnet og passordet/],
    [nobody, /godtar ikke brukernavnet og passordet/],
    [as('guest:secret'), /har ikke rettighetene/],
    [untrusted, /ikke til å stole på/],
    ['esdb://127.0.0.1:1?tls=false', /tar ikke imot forbindelser/],
    ['http://127.0.0.1:1', /er ingen adresse til et hendelseslager/],
  ] as const) {
    const { code, said } = await transfer('import', file, store)
    t.equal(code, 1, store)
    t.match(said.trim(), why)
    t.equal(said.trim().split('\n').length, 1, 'one line of output')
  }
  t.ok(target.calls('Append') + target.calls('Read') < 12, 'no endless retries')
  const { code, said } = await transfer('import', file, as('admin:secret'))
  t.match(said, /De er like/)
  t.equal(code, 0)
})

test('a proxy for the internet is not asked for a store on this machine', async (t) => {
  const source = await filled(t)
  const proxied = { http_proxy: 'http://127.0.0.1:9' }
  const { code, said } = await transfer('export', fileFor(t), source.url, proxied)
  t.match(said, /De er like/)
  t.equal(code, 0)
})
