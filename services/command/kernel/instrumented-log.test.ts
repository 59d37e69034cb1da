import { setTimeout as delay } from 'node:timers/promises'
import { test } from 'tap'
import { OutcomeUnknown } from '#contracts/event-log.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { testToken } from '#kernel/testing/requests.ts'
import { caller, startService } from '../testing/service.ts'
import { probeWrites } from './instrumented-log.ts'

test('trying whether the store takes appends leaves nothing in the log', async (t) => {
  const log = memoryLog()
  const { writes } = probeWrites(log)
  t.teardown(writes.stop)
  await delay(50)
  t.equal(writes.failure(), null)
  t.same(log.events, [])
})

test('an append without an answer turns health at once, and commands are refused until appends work', async (t) => {
  const store = memoryLog()
  let hangs = false
  const { log, writes } = probeWrites({
    ...store,
    append: async (...asked) => {
      if (hangs) throw new OutcomeUnknown('no answer')
      return store.append(...asked)
    },
  })
  t.teardown(writes.stop)
  const service = await startService({ log, writes })
  t.teardown(service.stop)
  await service.ready
  const call = caller(service)
  const create = () => call('POST', '/api/assemblytypes', { name: 'x', description: 'x' })
  const health = async () =>
    (
      await service.app.inject({
        url: '/internal/health',
        headers: { 'x-internal-token': testToken },
      })
    ).statusCode
  t.equal(await health(), 200)
  hangs = true
  t.match(await create(), { status: 503, body: { code: 'OUTCOME_UNKNOWN' } })
  t.equal(await health(), 503)
  t.match(await create(), { status: 503, body: { code: 'UNAVAILABLE' } }, 'nothing was sent')
  hangs = false
  while ((await create()).status !== 201) await delay(50)
  t.equal(await health(), 200)
})
