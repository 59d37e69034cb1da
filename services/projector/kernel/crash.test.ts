import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'tap'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { startPostgres } from '#infra/postgres/start.ts'
import { counts, say, words } from '../testing/random-text.ts'
import { readCheckpoint } from './checkpoint.ts'
import { openPool } from './pool.ts'
import { startProjector } from './run.ts'
import { untilHealth } from '../testing/until.ts'

test('what was shown is in the tables after a crash of Postgres, and reading goes on', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-crash-'))
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }))
  let server = await startPostgres({ dataDir })
  t.teardown(() => server.stop())
  const url = await server.ensureDatabase('read_side')
  const log = memoryLog()
  const { projection } = words()
  const report = () => undefined
  const projector = await startProjector({ url, log, projections: [projection], report })
  t.teardown(() => projector.stop())
  await untilHealth(projector)

  for (const word of ['a', 'b', 'c']) {
    const position = await say(log, word)
    t.ok(await projector.reached(position, 60_000), 'shown')
    process.kill(server.pid, 'SIGQUIT')
    await server.exited
    server = await startPostgres({ dataDir, port: server.port })
    const pool = await openPool(url)
    t.equal((await readCheckpoint(pool))?.position, position, 'and kept')
    await pool.end()
  }
  t.ok(await projector.reached(await say(log, 'd'), 60_000))
  const pool = await openPool(url)
  t.same(
    (await pool.any(counts)).map(({ word }) => word),
    ['a', 'b', 'c', 'd'],
  )
  await pool.end()
})
