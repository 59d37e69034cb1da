import { spawnSync } from 'node:child_process'
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type Test } from 'tap'
import { replaceFile } from '#kernel/replace-file.ts'
import { asOtherUser, noOtherUser as skip, otherUser } from '../testing/other-user.ts'
import { ensurePrivateFolder } from './private-folder.ts'

const folder = (t: Test): string => {
  const path = mkdtempSync(join(tmpdir(), 'stykkliste-test-'))
  t.teardown(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const module = join(import.meta.dirname, 'private-folder.ts')
const ensuring = (path: string): readonly string[] => [
  '-e',
  `import(${JSON.stringify(module)}).then((m) => m.ensurePrivateFolder(${JSON.stringify(path)}))`,
]
const asOther = (path: string) => asOtherUser(ensuring(path))

test('what the user who starts may not use is named, with what to do', { skip }, async (t) => {
  const dataDir = folder(t)
  t.match(asOther(dataDir).stderr, /kan ikke leses og skrives \(EACCES\).*chown -R 1234/)
  chownSync(dataDir, otherUser, otherUser)
  mkdirSync(join(dataDir, 'lost+found'), { mode: 0o700 })
  t.same(asOther(dataDir).status, 0, 'a new disk has a folder of root')
  mkdirSync(join(dataDir, 'keys'), { mode: 0o700 })
  t.match(asOther(dataDir).stderr, /\/keys kan ikke leses og skrives \(EACCES\)/)
  chownSync(join(dataDir, 'keys'), otherUser, otherUser)
  writeFileSync(join(dataDir, 'keys', 'access.json'), '{}', { mode: 0o600 })
  t.match(asOther(dataDir).stderr, /access\.json kan ikke leses og skrives \(EACCES\)/)
})

test('a folder where the file system makes none is refused, not tried without end', async (t) => {
  const options = { encoding: 'utf8', timeout: 60_000 } as const
  const { stderr } = spawnSync(process.execPath, ensuring('/proc/stykkliste/data'), options)
  t.match(stderr, /Datamappen \/proc\/stykkliste\/data kan ikke brukes eller lages \(E[A-Z]+\)/)
})

test('a folder that cannot be made is named, with what to do', async (t) => {
  const place = folder(t)
  writeFileSync(join(place, 'file'), '')
  symlinkSync(join(place, 'not', 'mounted'), join(place, 'link'))
  for (const name of ['file', 'link', 'link/below'])
    t.throws(() => ensurePrivateFolder(join(place, name)), {
      message:
        /^Datamappen .* kan ikke brukes eller lages \(E[A-Z]+\)\. Velg en annen med DATA_DIR/,
    })
})

test('a file that root replaces still belongs to its user', { skip }, async (t) => {
  const path = join(folder(t), 'installation.json')
  writeFileSync(path, '{}')
  chownSync(path, otherUser, otherUser)
  replaceFile(path, '{"id": 1}')
  t.match(statSync(path), { uid: otherUser, gid: otherUser })
})
