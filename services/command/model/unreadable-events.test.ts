import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { test } from 'tap'
import { eventSkipped, skippedStream } from '#contracts/skipped-events.ts'
import { memoryLog, type MemoryLog } from '#contracts/testing/memory-log.ts'
import { withoutSkipped } from '#kernel/skipped-events.ts'
import { requestFor } from '#kernel/testing/requests.ts'
import { createTestService, caller, stock, startService } from '../testing/service.ts'

const metadata = { commandId: 'x', user: 'drift', at: '2026-01-01T00:00:00.000Z', v: 1 }

const write = async (log: MemoryLog, stream: string, type: string, data: unknown) => {
  const past = await log.read(stream)
  const event = { id: randomUUID(), type, data, metadata }
  await log.append(stream, [event], past.at(-1)?.revision ?? 'none')
  return log.events.at(-1)!
}
const skip = (log: MemoryLog, id: string) =>
  write(log, skippedStream, eventSkipped, { id, why: 'prøve' })

const until = async (isSo: () => boolean) => {
  for (let tries = 0; !isSo() && tries < 1_000; tries++) await delay(20)
}

test('an event that the model cannot take stops it with its place, until it is passed over', async (t) => {
  const log = memoryLog()
  let restarts = 0
  const start = async () => {
    const service = await startService({
      log: withoutSkipped(log),
      lookAgain: 20,
      restart: () => restarts++,
    })
    t.teardown(service.stop)
    return { ...service, call: caller(service) }
  }
  const { app, call, ready } = await start()
  await ready
  await stock(call)
  const edge = { quantity: 1, notes: null, sortOrder: 0 }
  await write(log, 'bom-structure', 'SubassemblyLinked', { parentId: 1, childId: 2, ...edge })
  const cycle = { parentId: 2, childId: 1, ...edge }
  const { id, position } = await write(log, 'bom-structure', 'SubassemblyLinked', cycle)
  await delay(100)

  const place = new RegExp(
    `SubassemblyLinked i bom-structure nr. 1, plass ${position} .*events:skip`,
  )
  const rename = { name: 'Navn' }
  const refused = await call('PUT', '/api/suppliers/1', rename)
  t.match(refused, { status: 503, body: { code: 'UNAVAILABLE', error: place } })
  const health = (await app.inject(requestFor('GET', '/internal/health'))).json()
  t.match(health, { ok: false, reason: place })
  t.equal(restarts, 0)

  await skip(log, id)
  await until(() => restarts > 0)
  t.equal(restarts, 1, 'the model is made anew')
  const again = await start()
  await again.ready
  t.equal((await again.call('PUT', '/api/suppliers/1', rename)).status, 200)
  t.same(again.model.structure.childrenOf(1), [2])
})

test('a record whose last event was passed over is saved by the version that was answered', async (t) => {
  const log = memoryLog()
  const first = await createTestService(t, { log })
  await stock(first.call)
  for (const stream of ['supplier-1', 'assembly-1']) {
    const { id } = await write(log, stream, 'NeverWritten', {})
    await skip(log, id)
  }
  const { call } = await createTestService(t, { log: withoutSkipped(log) })
  const version = { 'if-match': '"0"' }
  for (const url of ['/api/suppliers/1', '/api/assemblytypes/1']) {
    const unchanged = await call('PUT', url, {})
    t.match(unchanged, { status: 200, headers: { etag: '"0"' } })
    const saved = await call('PUT', url, { name: 'Nytt navn' }, version)
    t.match(saved, { status: 200, headers: { etag: '"2"' } }, url)
    t.equal((await call('PUT', url, { name: 'For sent' }, version)).status, 409)
  }
})

test('a link is held against a deletion of another child that comes at the same time', async (t) => {
  const { call } = await createTestService(t)
  await stock(call)
  for (const name of ['Celle', 'Ramme'])
    await call('POST', '/api/assemblytypes', { name, description: name })
  const link = (childAssemblyId: number, headers = {}) =>
    call('POST', '/api/assemblytypes/1/subassemblies', { childAssemblyId }, headers)
  await link(2)
  const { headers } = await call('PUT', '/api/assemblytypes/1', {})
  const replies = await Promise.all([
    call('DELETE', '/api/assemblytypes/2'),
    link(3, { 'if-match': headers['etag']! }),
  ])
  const [deleted, linked] = replies.map(({ status }) => status)
  t.equal(deleted, 200)
  t.equal(linked, 409)
})
