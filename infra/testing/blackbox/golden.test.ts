import { createReadStream, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { test, type Test } from 'tap'
import { extract } from 'tar-fs'
import { signIn } from '#infra/rest/client.ts'
import { digestsOf, type Digests } from './golden/digests.ts'
import { answers } from './golden/fill.ts'
import { administrator, startSystem } from './system.ts'

const golden = join(import.meta.dirname, 'golden')

const unpacked = async (t: Test, archive: string): Promise<string> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-'))
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }))
  await pipeline(createReadStream(archive), createZstdDecompress(), extract(dataDir))
  return dataDir
}

for (const name of globSync('*.tar.zst', { cwd: golden }))
  test(`the data folder ${name} opens, and gives the same answers`, async (t) => {
    const system = await startSystem(await unpacked(t, join(golden, name)))
    t.teardown(() => system.stop())
    const client = await signIn(system.base, administrator.username, administrator.password)
    const expected = JSON.parse(
      readFileSync(join(golden, name.replace('.tar.zst', '.json')), 'utf8'),
    )
    t.match(await answers(client), expected)
    const { data } = expected['/api/componenttypes/1']
    t.equal((await client('GET', data.image)).status, 200, 'its file is intact')
    const pinned = JSON.parse(
      readFileSync(join(golden, name.replace('.tar.zst', '.digests.json')), 'utf8'),
    ) as Digests
    t.same(
      await digestsOf(system.dataDir, client, pinned.columns),
      pinned,
      'its log gives the same',
    )
  })
