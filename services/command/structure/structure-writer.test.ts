import { test } from 'tap'
import { OutcomeUnknown, type EventLog } from '#contracts/event-log.ts'
import { linkIdOf } from '#contracts/assembly/links.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { createTestService, stock, type Call } from '../testing/service.ts'

type Append = EventLog['append']

const assembliesOf = async (call: Call, count: number) => {
  for (let i = 1; i <= count; i++)
    await call('POST', '/api/assemblytypes', { name: `S${i}`, description: 'x' })
}
const under = (call: Call, parent: number, child: number, headers = {}) =>
  call('POST', `/api/assemblytypes/${parent}/subassemblies`, { childAssemblyId: child }, headers)

test('closing a cycle answers 409 with the assemblies on it', async (t) => {
  const { call } = await createTestService(t)
  await stock(call)
  const linked = await call('POST', '/api/assemblytypes/1/subassemblies', {
    childAssemblyId: 2,
    quantity: 3,
    notes: ' til venstre ',
  })
  t.equal(linked.status, 201)
  t.match(linked.body.data, {
    id: linkIdOf('subassembly', 1, 2),
    assemblyId: 1,
    childAssemblyId: 2,
    quantity: 3,
    notes: 'til venstre',
    sortOrder: 0,
    childAssembly: { id: 2, name: 'Stasjon' },
  })
  const cycle = await under(call, 2, 1)
  t.equal(cycle.status, 409)
  t.match(cycle.body, {
    code: 'CYCLE',
    error: 'Koblingen ville gitt en sirkulær avhengighet: Stasjon → Linje → Stasjon',
    details: {
      path: [
        { id: 2, name: 'Stasjon' },
        { id: 1, name: 'Linje' },
        { id: 2, name: 'Stasjon' },
      ],
    },
  })
  t.match((await under(call, 1, 99)).body, {
    code: 'VALIDATION',
    details: [{ path: 'childAssemblyId', message: 'Sammenstillingen finnes ikke' }],
  })
  t.equal((await under(call, 99, 1)).status, 404)
  const changed = await call('PUT', '/api/assemblytypes/1/subassemblies/2', { quantity: 7 })
  t.match(changed.body.data, { quantity: 7, notes: 'til venstre' })
  const removed = await call('DELETE', '/api/assemblytypes/1/subassemblies/2')
  t.same(removed.body, { success: true, data: { id: 2 } })
  t.equal((await under(call, 2, 1)).status, 201, 'the other way round is free now')
})

test('of 200 pairs of links that close cycles together, exactly one of each is made', async (t) => {
  const log = memoryLog()
  const services = [
    await createTestService(t, { log }),
    await createTestService(t, { log }),
  ] as const
  const pairs = 200
  await assembliesOf(services[0].call, pairs * 2)
  const last = { 'x-event-position': String(log.events.at(-1)!.position) }
  const outcomes = await Promise.all(
    Array.from({ length: pairs }, async (_, i) => {
      const [a, b] = [i * 2 + 1, i * 2 + 2]
      return Promise.all([
        under(services[0].call, a, b, last),
        under(services[i % 2]!.call, b, a, last),
      ])
    }),
  )
  for (const [one, other] of outcomes)
    t.same(
      [one.status, other.status].toSorted((a, b) => a - b),
      [201, 409],
    )
  t.equal(log.events.filter(({ type }) => type === 'SubassemblyLinked').length, pairs)
  const position = log.events.at(-1)!.position
  for (const { model, positions } of services) {
    await positions.reach(position, 1_000)
    t.equal(model.structure.dump().links.length, pairs, 'both services end with the same structure')
  }
})

test('a longer cycle cannot arise piece by piece from both services either', async (t) => {
  const log = memoryLog()
  const services = [
    await createTestService(t, { log }),
    await createTestService(t, { log }),
  ] as const
  for (let round = 0; round < 20; round++) {
    const from = round * 5
    await assembliesOf(services[0].call, 5)
    const seen = { 'x-event-position': String(log.events.at(-1)!.position) }
    const ring = [1, 2, 3, 4, 5].map((n) =>
      under(services[n % 2]!.call, from + n, from + (n % 5) + 1, seen),
    )
    const statuses = (await Promise.all(ring)).map(({ status }) => status)
    t.equal(statuses.filter((status) => status === 409).length, 1)
  }
})

test('links asked for at once are each an event of their own command', async (t) => {
  const { call, log } = await createTestService(t)
  await assembliesOf(call, 41)
  const replies = await Promise.all(Array.from({ length: 40 }, (_, i) => under(call, 1, i + 2)))
  t.ok(replies.every(({ status }) => status === 201))
  const links = log.events.filter(({ type }) => type === 'SubassemblyLinked')
  t.equal(new Set(links.map(({ metadata }) => metadata.commandId)).size, 40)
  t.equal(new Set(links.map(({ id }) => id)).size, 40)
})

test('an append of which nobody knows the outcome leaves the graph as the log has it', async (t) => {
  const log = memoryLog()
  const append: Append = log.append.bind(log)
  let lost = 0
  const flaky = {
    ...log,
    append: async (...args: Parameters<Append>) => {
      const [stream] = args
      if (stream !== 'bom-structure' || lost > 1) return append(...args)
      // The first is not written at all, the second is, but its answer is lost.
      if (lost++ === 1) await append(...args)
      throw new OutcomeUnknown('lost')
    },
  }
  const { call, model } = await createTestService(t, { log: flaky })
  await assembliesOf(call, 3)
  const key = { 'idempotency-key': '00000000-0000-4000-8000-000000000001' }
  t.match((await under(call, 1, 2, key)).body, { code: 'OUTCOME_UNKNOWN' })
  t.equal(model.structure.dump().links.length, 0)
  t.match((await under(call, 1, 2, key)).body, { code: 'OUTCOME_UNKNOWN' })
  t.equal((await under(call, 1, 2, key)).status, 201, 'the same key finds what was written')
  t.equal((await under(call, 2, 1)).status, 409)
  t.equal((await under(call, 2, 3)).status, 201)
  t.equal(log.events.filter(({ type }) => type === 'SubassemblyLinked').length, 2)
})
