import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type Test } from 'tap'
import { startedAt } from '../postgres/processes.ts'
import { holderOf, lockData } from './data-lock.ts'
import { thisMachine } from './machine.ts'

const folder = (t: Test): string => {
  const path = mkdtempSync(join(tmpdir(), 'stykkliste-test-'))
  t.teardown(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('the lock of an ended process is taken over, even if its pid is in use again', async (t) => {
  const dataDir = folder(t)
  const stale = { pid: process.pid, startedAt: 'another time' }
  writeFileSync(join(dataDir, 'lock'), JSON.stringify(stale))
  const release = lockData(dataDir)
  t.throws(() => lockData(dataDir), { message: /er i bruk av en annen/ })
  t.equal(holderOf(dataDir)?.pid, process.pid)
  release()
  t.equal(holderOf(dataDir), null)
  lockData(dataDir)()
})

test('the lock of another machine stays until the operator confirms that its process has ended', async (t) => {
  const dataDir = folder(t)
  const left = { pid: 7, startedAt: '1', id: 'the-other', host: 'tjener-2 abc', boot: 'theirs' }
  writeFileSync(join(dataDir, 'lock'), JSON.stringify({ ...left, namespace: 'pid:[1]' }))
  t.throws(() => lockData(dataDir), { message: /tjener-2 .*DATA_TAKE_OVER=the-other/ })
  t.throws(() => lockData(dataDir, 'somebody-else'), { message: /DATA_TAKE_OVER/ })
  lockData(dataDir, 'the-other')()
  t.notOk(existsSync(join(dataDir, 'lock')))
})

test('a lock from before this machine rebooted is taken over', async (t) => {
  const dataDir = folder(t)
  const left = { pid: process.pid, startedAt: startedAt(process.pid), id: 'before' }
  const machine = { ...thisMachine(), boot: 'the one before' }
  writeFileSync(join(dataDir, 'lock'), JSON.stringify({ ...left, ...machine }))
  lockData(dataDir)()
})
