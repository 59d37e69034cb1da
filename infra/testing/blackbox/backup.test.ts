import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client as Postgres } from 'pg'
import { test } from 'tap'
import { startPostgres } from '#infra/postgres/start.ts'
import { fill, foldersFor, run, started } from './backup-fixtures.ts'
import { startSystem } from './system.ts'

/** A digest of every table of a stopped system, including the read tables. */
const tableDigests = async (dataDir: string): Promise<Record<string, string>> => {
  const server = await startPostgres({ dataDir })
  const digests: Record<string, string> = {}
  for (const name of ['stykkliste', 'eventstore']) {
    const database = new Postgres({ connectionString: server.url(name) })
    await database.connect()
    const { rows: tables } = await database.query<{ name: string }>(`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') and tablename <> 'checkpoint'
        and schemaname <> 'installation'`)
    for (const { name: table } of tables) {
      const { rows: found } = await database.query<{ digest: string }>(
        `select concat(count(*), ' ', md5(string_agg(md5(row), '' order by md5(row)))) as digest
         from (select (to_jsonb(t) - $1::text)::text as row from ${table} t) rows`,
        // The position of a list depends on the batches, not on the events.
        [table === 'read.list_state' ? 'position' : ''],
      )
      digests[`${name} ${table}`] = found[0]!.digest
    }
    await database.end()
  }
  await server.stop()
  return digests
}

/** Kills the restore when its database exists, about half way. */
const killWhileRestoring = async (copy: string, dataDir: string): Promise<void> => {
  const cwd = new URL('../../..', import.meta.url)
  const env = { ...process.env, DATA_DIR: dataDir }
  const args = ['infra/scripts/restore.ts', copy]
  const child = spawn(process.execPath, args, { cwd, env, stdio: 'ignore' })
  const cluster = join(dataDir, 'restoring', 'postgres', 'cluster', 'postmaster.pid')
  while (!existsSync(cluster)) await sleep(10)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('a stopped system is restored to the last row, and damage to a backup is named', async (t) => {
  const { folder, original, copy, other } = foldersFor(t)
  const { client, base, stop } = await started(t, original)
  const { path } = await fill(client, base)
  await stop()
  const taken = await run('backup', [copy], original)
  t.equal(taken.code, 0, taken.output)
  const rowsBefore = await tableDigests(original)

  await killWhileRestoring(copy, other)
  await t.rejects(startSystem(other), { message: /ikke hentet helt tilbake: mappen restoring/ })

  const restored = await run('restore', [copy], other)
  t.equal(restored.code, 0, restored.output)
  t.same(await tableDigests(other), rowsBefore)
  const keys = 'keys/access.json'
  t.same(readFileSync(join(other, keys)), readFileSync(join(original, keys)), keys)

  const idIn = (folder: string) =>
    JSON.parse(readFileSync(join(folder, 'installation.json'), 'utf8')).id
  t.type(idIn(other), 'string')
  t.not(idIn(other), idIn(original), 'a copy is not taken for the original')

  await t.test('nothing is overwritten', async (t) => {
    const again = await run('restore', [copy], other)
    t.equal(again.code, 1)
    t.match(again.output, /er ikke tom \(.*postgres/)
    const onto = await run('backup', [copy], original)
    t.equal(onto.code, 1)
    t.match(onto.output, 'er ikke tom')
  })

  await t.test('no backup while Postgres runs without its system', async (t) => {
    const left = await startPostgres({ dataDir: original })
    const beside = join(folder, 'ved-siden')
    const refused = await run('backup', [beside], original)
    await left.stop()
    t.equal(refused.code, 1)
    t.match(refused.output, /går fortsatt/)
    t.notOk(existsSync(beside))
  })

  await t.test('damage', async (t) => {
    const check = await run('backup-check', [copy], folder)
    t.equal(check.code, 0, check.output)
    t.match(check.output, /Hendelsesloggen er hel: \d+ hendelser, til plass \d+/)
    const damaged = join(folder, 'skadet')
    cpSync(copy, damaged, { recursive: true })
    const name = path.slice(-36)
    const file = `files/${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`
    const flip = (of: string) => {
      const bytes = readFileSync(join(damaged, of))
      bytes[Math.floor(bytes.length / 2)]! ^= 1
      writeFileSync(join(damaged, of), bytes)
    }
    flip(file)
    flip('eventstore/public.events.ndjson.gz')
    rmSync(join(damaged, 'stykkliste/privacy.keys.ndjson.gz'))
    writeFileSync(join(damaged, 'files/fremmed'), 'x')
    const found = await run('backup-check', [damaged], folder)
    t.equal(found.code, 1)
    t.match(found.output, `SKADET ${file} har et annet innhold`)
    t.match(found.output, 'SKADET eventstore/public.events.ndjson.gz har et annet innhold')
    t.match(found.output, 'SKADET stykkliste/privacy.keys.ndjson.gz mangler')
    t.match(found.output, 'UKJENT files/fremmed')
    const refused = await run('restore', [damaged], join(folder, 'av-skadet'))
    t.equal(refused.code, 1)
    t.notOk(existsSync(join(folder, 'av-skadet')), 'a damaged backup is not restored')
    flip('manifest.json')
    t.match((await run('backup-check', [damaged], folder)).output, /manifest\.json/)
  })
})
