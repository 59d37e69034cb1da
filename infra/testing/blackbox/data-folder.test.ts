import { existsSync, lstatSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type Test } from 'tap'
import { signIn } from '#infra/rest/client.ts'
import { png } from '#command/objects/testing/files.ts'
import { administrator, startSystem } from './system.ts'

const folder = (t: Test): string => {
  const path = mkdtempSync(join(tmpdir(), 'stykkliste-'))
  t.teardown(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Files that others may access, or that belong to `nobody`. */
const openToOthers = (dataDir: string): string[] => {
  const nobody = 65_534
  const paths = ['.', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })]
  return paths.flatMap((path) => {
    // Postgres may delete a file meanwhile.
    const stats = lstatSync(join(dataDir, path), { throwIfNoEntry: false })
    if (!stats || (!(stats.mode & 0o077) && stats.uid !== nobody)) return []
    return [`${path} ${(stats.mode & 0o777).toString(8)} of ${stats.uid}`]
  })
}

const upload = async (base: string): Promise<string> => {
  const client = await signIn(base, administrator.username, administrator.password)
  const form = new FormData()
  form.set('kind', 'image')
  form.set('file', new Blob([new Uint8Array(png('a'))], { type: 'image/png' }), 'bilde.png')
  const { body } = await client.upload('/api/objects/upload', form)
  const csv = new FormData()
  csv.set('file', new Blob(['Navn;Ordre e-post\nFesto;ordre@festo.no\n']), 'leverandører.csv')
  csv.set('updateBehavior', 'update')
  csv.set('uniqueIdentifier', 'name')
  await client.upload('/api/csv-import/suppliers', csv)
  return (body as { objectPath: string }).objectPath.slice(-36)
}

test('only the owner can read the data folder, and no empty system is created over remains of one', async (t) => {
  const dataDir = folder(t)
  const system = await startSystem(dataDir)
  t.teardown(() => system.stop())
  const file = await upload(system.base)
  for (const name of ['files', 'imports', 'keys', 'logs', 'postgres'])
    t.ok(existsSync(join(dataDir, name)), name)
  t.same(openToOthers(dataDir), [])
  await system.stop()
  t.same(openToOthers(dataDir), [])

  renameSync(join(dataDir, 'postgres'), join(dataDir, 'away'))
  await t.rejects(startSystem(dataDir), { message: /Databasen i .* er borte.*INSTALLATION_LOST=/ })
  t.notOk(existsSync(join(dataDir, 'postgres')))
  t.ok(existsSync(join(dataDir, 'files', file.slice(0, 2), file.slice(2, 4), file)))
})
