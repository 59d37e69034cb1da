import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { test } from 'tap'
import type { MemoryLog } from '#contracts/testing/memory-log.ts'
import { eventSkipped, skippedStream } from '#contracts/skipped-events.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { withoutSkipped } from '#kernel/skipped-events.ts'
import { requestFor } from '#kernel/testing/requests.ts'
import { createTestService, startService } from '../testing/service.ts'

const write = async (log: MemoryLog, stream: string, type: string, v = 1): Promise<void> => {
  const metadata = { commandId: 'x', user: 'kari', at: '2026-01-01T00:00:00.000Z', v }
  const data = { entity: 'suppliers', id: 9, values: { name: 'Andres', orderEmail: 'a@b.no' } }
  const past = await log.read(stream)
  const event = { id: randomUUID(), type, data, metadata }
  await log.append(stream, [event], past.at(-1)?.revision ?? 'none')
}
const ahlsell = { name: 'Ahlsell', orderEmail: 'ordre@ahlsell.example' }

test("streams that are not the system's are passed over, whatever is in them", async (t) => {
  const { log, call } = await createTestService(t)
  await write(log, 'fz-1', 'T')
  await write(log, 'andre-9', 'ItemRegistered')
  await write(log, 'supplier-x', 'ItemRegistered', 7)
  const { status, body } = await call('POST', '/api/suppliers', ahlsell)
  t.equal(status, 201)
  t.equal(body.data['id'], 1)
})

for (const [name, type, v] of [
  ['of an unknown type', 'NeverWritten', 1],
  ['of a newer version', 'ItemRevised', 2],
] as const)
  test(`an event ${name} in a stream of the system: no command is taken, and each is told why`, async (t) => {
    const { log, call, app } = await createTestService(t)
    await call('POST', '/api/suppliers', ahlsell)
    await write(log, 'supplier-1', type, v)
    await delay(20)
    const before = log.events.length
    const why = new RegExp(`denne utgaven ikke kjenner: ${type} i supplier-1 `)
    for (const [method, url] of [
      ['POST', '/api/suppliers'],
      ['PUT', '/api/suppliers/1'],
    ] as const) {
      const { status, body } = await call(method, url, ahlsell)
      t.equal(status, 503)
      t.match(body, { code: 'UNAVAILABLE', error: why })
    }
    t.equal(log.events.length, before, 'nothing was written')
    const health = (await app.inject(requestFor('GET', '/internal/health'))).json()
    t.match(health, { ok: false, reason: why })
  })

test('it is found at the start too', async (t) => {
  const log = memoryLog()
  await write(log, 'supplier-9', 'NeverWritten')
  const service = await startService({ log })
  t.teardown(service.stop)
  await delay(20)
  const health = (await service.app.inject(requestFor('GET', '/internal/health'))).json()
  t.match(health, {
    ok: false,
    reason: /ikke kjenner: NeverWritten i supplier-9 nr\. 0, plass \d+/,
  })
})

test('once the operator passes over it, commands are taken again, of that record too', async (t) => {
  const log = memoryLog()
  const { call } = await createTestService(t, { log: withoutSkipped(log), lookAgain: 20 })
  await call('POST', '/api/suppliers', ahlsell)
  await write(log, 'supplier-1', 'NeverWritten')
  await delay(20)
  t.equal((await call('POST', '/api/suppliers', ahlsell)).status, 503)

  const metadata = { commandId: 'x', user: 'drift', at: '2026-01-01T00:00:00.000Z', v: 1 }
  const data = { id: log.events.at(-1)!.id, why: 'prøve' }
  const skip = { id: randomUUID(), type: eventSkipped, data, metadata }
  await log.append(skippedStream, [skip], 'none')
  const change = () => call('PUT', '/api/suppliers/1', { ...ahlsell, name: 'Ahlsell Norge' })
  let answer = await change()
  for (let tries = 0; answer.status === 503 && tries < 2_000; tries++) {
    await delay(50)
    answer = await change()
  }
  t.match(answer, { status: 200, body: { data: { name: 'Ahlsell Norge' } } })
})
