import { execFile } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client as Postgres } from 'pg'
import { test } from 'tap'
import { administrator, systemFor } from '#infra/testing/blackbox/system.ts'
import { runningSystem } from '#infra/supervisor/run-file.ts'
import { client } from './testing/client.ts'

const secrets = ['Navnløsesen', 'helt.hemmelig@firma.example', '+47 999 88 776']
const contact = { contactPerson: secrets[0], contactEmail: secrets[1], contactPhone: secrets[2] }

const holders = (folder: string): string[] =>
  globSync('**/*', { cwd: folder }).filter((file) => {
    const path = join(folder, file)
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false
    const content = readFileSync(path)
    return secrets.some((text) => content.includes(text))
  })

const scrub = (env: Readonly<Record<string, string>>) =>
  promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../../infra/scripts/scrub.ts')],
    {
      env: { ...process.env, ...env },
    },
  )

test('an external database is not scrubbed', async (t) => {
  await t.rejects(scrub({ DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }), {
    code: 1,
    stderr: /er for den innebygde databasen/,
  })
})

test('no file of the data folder contains erased contact data after a scrub', async (t) => {
  const system = await systemFor(t, { WEB_BUILD: 'off' })
  const { base, dataDir } = system
  const admin = client(base)
  await admin('POST', '/api/session', { ...administrator })

  // Many rows, so that the values get into the planner's statistics; updated, so that there are dead rows.
  for (let n = 1; n <= 30; n++) {
    const supplier = { name: `Leverandør ${n}`, orderEmail: 'ordre@firma.example' }
    await admin('POST', '/api/suppliers', n % 2 ? { ...supplier, ...contact } : supplier)
  }
  await admin('PUT', '/api/suppliers/1', { contactPerson: `${secrets[0]} jr.` })
  const form = new FormData()
  const file = `Navn,Ordre e-post,Kontaktperson\nImportert,o@firma.example,${secrets[0]}\n`
  form.set('file', new Blob([file], { type: 'text/csv' }), 'leverandører.csv')
  form.set('updateBehavior', 'update')
  form.set('uniqueIdentifier', 'name')
  t.equal((await admin('POST', '/api/csv-import/suppliers', form)).status, 200)

  const database = new Postgres({ connectionString: runningSystem(dataDir)!.databases.main })
  await database.connect()
  await database.query('analyze')
  await database.query('checkpoint')
  await database.end()
  t.ok(holders(dataDir).length >= 3, `before: ${holders(dataDir).join(', ')}`)

  const isContactVisible = async () => {
    const history = await admin('GET', '/api/suppliers/1/history')
    const { position } = (history.body.data as { position: string }[]).at(-1)!
    const others = ['/api/journal', '/api/journal/export', `/api/journal/${position}`]
    const texts = others.map(async (path) => (await admin('GET', path)).text)
    return [history.text, ...(await Promise.all(texts))].map((text) =>
      secrets.some((secret) => text.includes(secret)),
    )
  }
  t.same(
    await isContactVisible(),
    [true, true, true, false],
    'history and journal have it, the event is encrypted',
  )

  const { body } = await admin('GET', '/api/suppliers')
  const suppliers = body.data as { id: number; contactPerson: string }[]
  const named = suppliers.filter(({ contactPerson }) => contactPerson !== '')
  t.equal(named.length, 16)
  for (const { id } of named)
    t.equal((await admin('DELETE', `/api/suppliers/${id}/contact`)).status, 200)

  t.same(await isContactVisible(), [false, false, false, false], 'history does not have it either')

  const end = Date.now() + 300_000
  // There are dead rows only after the projection has caught up.
  for (;;) {
    await scrub({ DATA_DIR: dataDir })
    if (holders(dataDir).length === 0 || Date.now() > end) break
    await sleep(500)
  }
  t.same(holders(dataDir), [], 'while it runs')
  await system.stop()
  t.same(holders(dataDir), [], 'after a stop')
})
