import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'tap'
import { supplier } from '#contracts/catalogue/index.ts'
import { OutcomeUnknown, type EventLog } from '#contracts/event-log.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { emptyValues } from '#contracts/fields.ts'
import { createTestService, stock, type Method } from '../testing/service.ts'

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

const link = '/api/assemblytypes/1/components'
const commands: Readonly<Record<string, readonly [Method, string, object?]>> = {
  'a new record': ['POST', '/api/componenttypes', { description: 'Skrue' }],
  'a new project': ['POST', '/api/projects', { projectNumber: 'P', monitor1: 'x' }],
  'a clone': ['POST', '/api/assemblytypes/1/clone', { name: 'Kopi' }],
  'a change': ['PUT', '/api/componenttypes/1', { notes: 'ny' }],
  'a first price': ['POST', '/api/pricing', { entityType: 'motortype', entityId: 1, costPrice: 5 }],
  'a link': ['POST', link, { componentId: 1 }],
  'an attribute': ['POST', '/api/assemblytypes/1/attributes', { description: 'x', value: '1' }],
  'a removal': ['DELETE', '/api/sensortypes/1'],
}

for (const [what, [method, url, body]] of Object.entries(commands))
  test(`${what} asked for again, before the service has heard of it, is done once`, async (t) => {
    const { log, cut, open } = cutOff()
    const { call } = await createTestService(t, { log })
    t.teardown(open)
    await stock(call)
    const before = log.events.length
    const key = { 'idempotency-key': randomUUID() }
    cut()
    t.match(await call(method, url, body, key), { status: 503, body: { code: 'OUTCOME_UNKNOWN' } })
    const made = log.events.slice(before)
    t.ok(made.length > 0)
    await pause(5)
    const again = await call(method, url, body, key)
    t.equal(again.status, method === 'POST' ? 201 : 200)
    t.same(log.events.slice(before), made)
    t.same((await call(method, url, body, key)).body, again.body)
    const { createdAt = made[0]!.metadata.at } = again.body.data
    if (method === 'POST') t.equal(createdAt, made[0]!.metadata.at, 'told as it was written')
  })

test('a record of a command without a key, as of an import, is made once', async (t) => {
  const { log, cut, open } = cutOff()
  const { commands } = await createTestService(t, { log })
  t.teardown(open)
  const register = () =>
    commands.register(
      supplier,
      { ...emptyValues(supplier), name: 'Ny' },
      { user: 'kari', commandId },
    )
  const commandId = randomUUID()
  cut()
  await t.rejects(register(), { name: 'OutcomeUnknown' })
  await pause(5)
  t.match(await register(), { id: 1, revision: 0n, changed: true })
  t.equal(log.events.length, 1)
})
