import { test } from 'tap'
import { runService } from './service.ts'

const service = {
  name: 'thread',
  label: 'Tråden',
  main: 'infra/supervisor/testing/service-with-thread.ts',
  env: {},
}

test('a thread of a service has no parent to follow', async (t) => {
  let said = ''
  const run = runService(service, {
    path: '',
    write: (text) => (said += text),
    tail: () => said,
  })
  t.teardown(() => run.stop(1_000))
  t.same(await run.exited, { code: 0, signal: null }, said)
})
