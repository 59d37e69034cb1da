import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'tap'

test('a target that cannot be written is named, with what to do', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'stykkliste-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'file'), '')
  for (const target of [join(folder, 'file'), join(folder, 'file', 'copy'), '/proc/stykkliste']) {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'backup.ts'), target],
      {
        encoding: 'utf8',
        timeout: 60_000,
        env: { ...process.env, DATABASE_URL: 'postgres://127.0.0.1:1/x' },
      },
    )
    t.equal(status, 1)
    t.ok(stderr.startsWith(`Kopien kan ikke legges i ${target} (E`), stderr)
    t.match(stderr, /Oppgi en mappe du kan skrive i: npm run backup -- <mappe>\.$/m)
  }
})
