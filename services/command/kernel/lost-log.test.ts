import { test } from 'tap'
import type { EventLog } from '#contracts/event-log.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { ask, testToken } from '../../kernel/testing/asks.ts'
import { commandService } from '../service.ts'

const wrong = 'Hendelseslageret godtar ikke brukernavnet og passordet i EVENTSTORE_URL.'

test('until it has read the log, health says what keeps it from the event store', async (t) => {
  const log = memoryLog()
  const letIn = Promise.withResolvers<void>()
  const guarded: EventLog = {
    ...log,
    follow: async (after, follower) => {
      follower.lost?.(wrong)
      await letIn.promise
      return log.follow(after, follower)
    },
  }
  const service = await commandService({ log: guarded, token: testToken, logLevel: 'silent' })
  t.teardown(service.stop)
  const health = async () => (await service.app.inject(ask('GET', '/internal/health'))).json()
  t.match(await health(), { ok: false, reason: wrong })
  letIn.resolve()
  await service.ready
  t.match(await health(), { ok: true })
})
