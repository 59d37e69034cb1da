import { test } from 'tap'
import { LogCut, type EventLog } from '#contracts/event-log.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { requestFor } from '#kernel/testing/requests.ts'
import { startService } from '../testing/service.ts'

const wrong = 'Hendelseslageret godtar ikke brukernavnet og passordet i EVENTSTORE_URL.'

test('until it has read the log, health says what keeps it from the event store', async (t) => {
  const log = memoryLog()
  const letIn = Promise.withResolvers<void>()
  const lostLog: EventLog = {
    ...log,
    follow: async (after, follower) => {
      follower.lost?.(wrong)
      await letIn.promise
      return log.follow(after, follower)
    },
  }
  const service = await startService({ log: lostLog })
  t.teardown(service.stop)
  const health = async () =>
    (await service.app.inject(requestFor('GET', '/internal/health'))).json()
  t.match(await health(), { ok: false, reason: wrong })
  letIn.resolve()
  await service.ready
  t.match(await health(), { ok: true })
})

test('a log that is cut while it is followed takes no more, and the service asks to be started anew', async (t) => {
  const log = memoryLog()
  const cut = Promise.withResolvers<never>()
  const lostLog: EventLog = {
    ...log,
    follow: (after, follower) => Promise.race([log.follow(after, follower), cut.promise]),
  }
  const startAnew = Promise.withResolvers<void>()
  const service = await startService({
    log: lostLog,
    restart: startAnew.resolve,
  })
  t.teardown(service.stop)
  await service.ready
  cut.reject(new LogCut('The log is shorter'))
  await startAnew.promise
  const supplier = { name: 'A', orderEmail: 'ordre@a.example' }
  t.equal(
    (await service.app.inject(requestFor('POST', '/api/suppliers', supplier))).statusCode,
    503,
  )
  t.match((await service.app.inject(requestFor('GET', '/internal/health'))).json(), { ok: false })
  t.equal(log.events.length, 0)
})
