import { test } from 'tap'
import { LogDamaged, type EventLog } from '#contracts/event-log.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { requestFor } from '#kernel/testing/requests.ts'
import { createTestService } from '../testing/service.ts'

const supplier = { name: 'Ahlsell', orderEmail: 'ordre@ahlsell.example' }
const where = 'Hendelsesloggen er skadet på plass 64 (supplier-1 nr. 0).'

test('a command on a damaged record is told its place, and so is health, until it can be read', async (t) => {
  const memory = memoryLog()
  let isDamaged = false
  const log: EventLog = {
    ...memory,
    read: async (stream, from) => {
      if (isDamaged && stream === 'supplier-1') throw new LogDamaged(where, 64n, null)
      return memory.read(stream, from)
    },
  }
  const first = await createTestService(t, { log })
  for (const name of ['Ahlsell', 'Onninen'])
    await first.call('POST', '/api/suppliers', { ...supplier, name })
  // Another, which must read the record to change it.
  const { call, app } = await createTestService(t, { log })
  const health = async () => (await app.inject(requestFor('GET', '/internal/health'))).json()
  isDamaged = true
  const change = () => call('PUT', '/api/suppliers/1', { ...supplier, name: 'Ahlsell AS' })
  t.match(await change(), { status: 503, body: { code: 'UNAVAILABLE', error: where } })
  t.match(await health(), { ok: false, reason: where })
  const other = await call('PUT', '/api/suppliers/2', { ...supplier, name: 'Onninen AS' })
  t.equal(other.status, 200, 'other records are changed')

  isDamaged = false
  t.equal((await change()).status, 200)
  t.match(await health(), { ok: true })
})
