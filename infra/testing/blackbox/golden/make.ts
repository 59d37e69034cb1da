import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { Client } from 'pg'
import { pack } from 'tar-fs'
import { ours } from '#infra/installation/identity.ts'
import { startPostgres } from '#infra/postgres/start.ts'
import { signIn } from '#infra/rest/client.ts'
import { administrator, startSystem } from '../system.ts'
import { columnsOf, digestsOf } from './digests.ts'
import { answers, fill } from './fill.ts'

/** Switches to a new WAL file and drops the old ones, which would be most of the archive. */
const dropOldWal = async (dataDir: string): Promise<void> => {
  const postgres = await startPostgres({ dataDir })
  const client = new Client({ connectionString: postgres.url('postgres') })
  await client.connect()
  for (const statement of ['checkpoint', 'select pg_switch_wal()', 'checkpoint'])
    await client.query(statement)
  await client.end()
  await postgres.stop()
}

const excluded = /^(logs|lock.*|alive|run\.json|children\.json)$/
const { ZSTD_c_compressionLevel, ZSTD_c_enableLongDistanceMatching, ZSTD_c_windowLog } = constants

/** Run once per release with `node infra/testing/blackbox/golden/make.ts`; later releases test with its archive. */
const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-golden-'))
const system = await startSystem(dataDir)
const client = await signIn(system.base, administrator.username, administrator.password)
await fill(client)
const path = join(import.meta.dirname, ours.release)
const write = (name: string, content: object) =>
  writeFileSync(`${path}${name}.json`, `${JSON.stringify(content, null, 2)}\n`)
write('', await answers(client))
write('.digests', await digestsOf(dataDir, client, await columnsOf(dataDir)))
await system.stop()
await dropOldWal(dataDir)
const entries = pack(dataDir, {
  ignore: (name) => excluded.test(name.split('/').at(-1)!),
  map: (header) => ({ ...header, uid: 0, gid: 0, uname: '', gname: '' }),
})
const params = {
  [ZSTD_c_compressionLevel]: 19,
  [ZSTD_c_enableLongDistanceMatching]: 1,
  [ZSTD_c_windowLog]: 27,
}
await pipeline(entries, createZstdCompress({ params }), createWriteStream(`${path}.tar.zst`))
console.log(`${readFileSync(`${path}.tar.zst`).length} bytes`)
rmSync(dataDir, { recursive: true, force: true })
