import { join } from 'node:path'
import { test } from 'tap'
import { runService } from './service.ts'
import { createServiceLog } from './service-log.ts'

const service = {
  name: 'thread',
  label: 'Tråden',
  main: 'infra/supervisor/testing/service-with-thread.ts',
  env: {},
}

test('a thread of a service has no parent to follow', async (t) => {
  const log = createServiceLog(join(t.testdir(), 'thread.log'))
  const run = runService(service, log)
  t.teardown(() => run.stop(1_000))
  t.same(await run.exited, { code: 0, signal: null }, log.tail(20))
})
