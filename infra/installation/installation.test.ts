import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { test, type Test } from 'tap'
import { testDatabase } from '#kernel/testing/database.ts'
import { openInstallation, type Databases } from './installation.ts'

const folder = (t: Test): string => {
  const path = mkdtempSync(join(tmpdir(), 'stykkliste-test-'))
  t.teardown(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const databases = async (t: Test) => ({
  main: await testDatabase(t),
  events: await testDatabase(t),
})

const run = async (url: string, statement: string): Promise<unknown[]> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<object>(statement)
  await client.end()
  return rows
}

const start = async (dataDir: string, used: Databases, lost?: string): Promise<void> => {
  const installation = await openInstallation({
    dataDir,
    databaseUrl: 'postgres://elsewhere',
    lostInstallation: lost,
  })
  await installation.confirm(used)
}

const markIn = (path: string) => JSON.parse(readFileSync(join(path, 'installation.json'), 'utf8'))

/** An installation after its first start: marked, with keys. */
const made = async (t: Test) => {
  const [dataDir, used] = [folder(t), await databases(t)]
  await start(dataDir, used)
  await run(used.main, 'create schema access; create table access.accounts ()')
  writeFileSync(join(dataDir, 'keys', 'access.json'), 'the keys')
  await start(dataDir, used)
  return { dataDir, used, id: markIn(dataDir).id as string }
}

test('every part of a new installation is marked, and so are those of an older release', async (t) => {
  const { dataDir, id } = await made(t)
  for (const path of ['.', 'keys', 'files']) t.equal(markIn(join(dataDir, path)).id, id)
  t.match(markIn(dataDir), { isComplete: true, keys: ['access.json'], release: /^\d/ })

  const [old, used] = [folder(t), await databases(t)]
  for (const name of ['keys', 'files']) mkdirSync(join(old, name))
  writeFileSync(join(old, 'keys', 'access.json'), 'old keys')
  await t.rejects(start(old, used), { message: /ligger nøkler, men databasen .* er borte/ })
  t.notOk(existsSync(join(old, 'installation.json')))
  await run(used.main, 'create schema access; create table access.accounts ()')
  await start(old, used)
  await start(old, used)
})

test('a missing part is refused, until the operator confirms that it is lost', async (t) => {
  for (const name of ['keys', 'files', 'installation.json', 'keys/access.json']) {
    const { dataDir, used, id } = await made(t)
    const path = join(dataDir, name)
    rmSync(path, { recursive: true })
    const message = new RegExp(
      `er borte, tom eller .* installasjonen ${id}.*INSTALLATION_LOST=${id}`,
    )
    await t.rejects(start(dataDir, used), { message }, name)
    await t.rejects(start(dataDir, used, 'another'), { message }, name)
    t.notOk(existsSync(path), 'nothing is created instead')
    await start(dataDir, used, id)
    await start(dataDir, used)
  }
})

test('an empty database or log instead of the known one is refused', async (t) => {
  const { dataDir, used, id } = await made(t)
  const empty = await testDatabase(t)
  await t.rejects(start(dataDir, { ...used, main: empty }), {
    message: /Databasen «test_\w+» er borte/,
  })
  await t.rejects(start(dataDir, { ...used, events: empty }), { message: /Hendelsesloggen «/ })
  const elsewhere = folder(t)
  await t.rejects(start(elsewhere, used), { message: /Datamappen .* er borte/ }, 'another folder')
  t.notOk(existsSync(join(elsewhere, 'keys')))
  await start(dataDir, { ...used, events: empty }, id)
  await start(dataDir, used)
})

test('parts of another installation are always refused', async (t) => {
  const one = await made(t)
  const other = await made(t)
  const message = /hører til installasjonen .*, men .* hører til/
  for (const lost of [undefined, one.id, other.id]) {
    await t.rejects(start(one.dataDir, { ...one.used, main: other.used.main }, lost), { message })
    await t.rejects(start(one.dataDir, { ...one.used, events: other.used.events }, lost), {
      message,
    })
  }
  renameSync(join(one.dataDir, 'files'), join(one.dataDir, 'away'))
  renameSync(join(other.dataDir, 'files'), join(one.dataDir, 'files'))
  await t.rejects(start(one.dataDir, one.used), { message })
})

test('data of a newer release is refused in every part', async (t) => {
  const message = /er skrevet av Stykkliste .*, som er nyere enn denne/
  for (const newer of [{ release: '0.10.0' }, { format: 3 }]) {
    const { dataDir, used } = await made(t)
    const folderMark = markIn(dataDir)
    writeFileSync(join(dataDir, 'installation.json'), JSON.stringify({ ...folderMark, ...newer }))
    await t.rejects(start(dataDir, used), { message })
  }
  const { dataDir, used } = await made(t)
  await run(used.events, `update installation.mark set release = '0.2.1'`)
  await t.rejects(start(dataDir, used), { message })
  await run(used.events, `update installation.mark set release = '0.0.9', format = 0`)
  await start(dataDir, used)
  const [now] = await run(used.events, 'select release, format from installation.mark')
  const { release, format } = markIn(dataDir)
  t.same(now, { release, format })
})

test('an interrupted marking continues at the next start', async (t) => {
  const { dataDir, used } = await made(t)
  const folderMark = markIn(dataDir)
  writeFileSync(
    join(dataDir, 'installation.json'),
    JSON.stringify({ ...folderMark, isComplete: false }),
  )
  rmSync(join(dataDir, 'files'), { recursive: true })
  await start(dataDir, used)
  t.equal(markIn(join(dataDir, 'files')).id, folderMark.id)
  t.equal(markIn(dataDir).isComplete, true)
})

test('no empty system is created next to files, keys or a snapshot without their database', async (t) => {
  for (const name of ['files', 'keys', 'command-model.snapshot']) {
    const dataDir = folder(t)
    mkdirSync(join(dataDir, name))
    await t.rejects(openInstallation({ dataDir, databaseUrl: undefined }), {
      message: new RegExp(`${name}, men`),
    })
  }
  const { dataDir } = await made(t)
  await t.rejects(openInstallation({ dataDir, databaseUrl: undefined }), {
    message: /Databasen i .* er borte.*Er det en egen Postgres, sett DATABASE_URL\./,
  })
})

test('a half-restored folder is refused by name', async (t) => {
  const { dataDir } = await made(t)
  mkdirSync(join(dataDir, 'restoring'))
  await t.rejects(openInstallation({ dataDir, databaseUrl: 'postgres://elsewhere' }), {
    message: /ikke hentet helt tilbake: mappen restoring/,
  })
})
