import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'tap'
import { asOtherUser, noOtherUser as skip } from '../testing/other-user.ts'

test('a user who cannot install is told who can', { skip }, async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'stykkliste-install-'))
  t.teardown(() => rmSync(root, { recursive: true, force: true }))
  chmodSync(root, 0o755)
  const folder = join(root, 'infra', 'workshop')
  mkdirSync(folder, { recursive: true })
  cpSync(join(import.meta.dirname, 'install.mjs'), join(folder, 'install.mjs'))
  writeFileSync(join(root, 'package-lock.json'), '{}')
  const { status, stderr } = asOtherUser([join(folder, 'install.mjs'), 'start'])
  t.equal(status, 1)
  t.match(stderr, /^Pakkene må installeres, men .* kan ikke skrives \(EACCES\)\. Start én gang som/)
})
