import { closeSync, existsSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'
import { createServiceLog } from './service-log.ts'

test('a long log is rotated, and the old lines are kept', async (t) => {
  const path = join(t.testdir(), 'a.log')
  const log = createServiceLog(path)
  const output = log.open()
  t.teardown(() => closeSync(output))
  for (let round = 0; round < 5; round++) {
    writeSync(output, `${round}${'x'.repeat(10 * 1024 * 1024)}`)
    log.rotate()
    writeSync(output, 'next\n')
    log.rotate()
  }
  t.equal(log.tail(1), 'next')
  t.same(
    [1, 2, 3, 4].map((n) => existsSync(`${path}.${n}`)),
    [true, true, true, false],
  )
  t.equal(statSync(`${path}.1`).mode & 0o777, 0o600)
})
