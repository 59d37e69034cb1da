import { join } from 'node:path'
import { test } from 'tap'
import { runService } from './supervise.ts'
import { createServiceLog } from '../postgres/service-log.ts'

const service = {
  main: 'infra/supervisor/testing/service-with-thread.ts',
  env: {},
}

test('a worker thread does not stop its service when its stdin ends', async (t) => {
  const log = createServiceLog(join(t.testdir(), 'thread.log'))
  const run = runService(service, log)
  t.teardown(() => run.stop())
  t.same(await run.exited, { code: 0, signal: null }, log.tail(20))
})
