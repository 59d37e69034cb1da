import { randomUUID } from 'node:crypto'
import { test } from 'tap'
import { OutcomeUnknown, type EventLog } from '#contracts/event-log.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { aService, stock } from '../testing/service.ts'

/** A log of which the service hears nothing more, and whose next answer gets lost, once it is `cut`. */
const cutOff = () => {
  const log = memoryLog()
  const opened = Promise.withResolvers<void>()
  let cut = false
  let lost = false
  const away: EventLog = {
    ...log,
    append: async (...args) => {
      const answer = await log.append(...args)
      if (!cut || lost) return answer
      lost = true
      throw new OutcomeUnknown('The answer got lost')
    },
    follow: (after, follower) =>
      log.follow(after, {
        ...follower,
        handle: async (events) => {
          if (cut) await opened.promise
          await follower.handle(events)
        },
      }),
  }
  return { log: { ...away, events: log.events }, cut: () => (cut = true), open: opened.resolve }
}

const creations = {
  'a record': ['/api/componenttypes', { description: 'Skrue' }],
  'a clone': ['/api/assemblytypes/1/clone', { name: 'Kopi' }],
} as const

for (const [what, [url, body]] of Object.entries(creations))
  test(`${what} asked for again, before the service has heard of it, is made once`, async (t) => {
    const { log, cut, open } = cutOff()
    const { call } = await aService(t, { log })
    t.teardown(open)
    await stock(call)
    const before = log.events.length
    const key = { 'idempotency-key': randomUUID() }
    cut()
    t.match(await call('POST', url, body, key), { status: 503, body: { code: 'OUTCOME_UNKNOWN' } })
    const made = log.events.slice(before).map(({ stream }) => stream)
    t.match(await call('POST', url, body, key), { status: 201 })
    t.same(
      log.events.slice(before).map(({ stream }) => stream),
      made,
    )
  })
