import { setImmediate } from 'node:timers/promises'
import { test, type Test } from 'tap'
import { OutcomeUnknown } from '#contracts/event-log.ts'
import { viaOf } from '#contracts/history.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { createTestService, stock, pendingLinesInMemory } from '../testing/service.ts'

const url = '/api/assemblytypes/1/lines'
const screw = { kind: 'component', itemId: 1 }
const station = { kind: 'subassembly', itemId: 2 }
const levels = {
  file: 'linje.xlsx',
  made: [
    { name: 'Ramme', description: 'Ramme', lines: [{ ...screw, quantity: 8, row: 3 }] },
    {
      name: 'Vogn',
      description: 'Vogn',
      lines: [{ kind: 'subassembly', made: 0, quantity: 2, row: 2 }, station],
    },
  ],
  lines: [
    { kind: 'motor', itemId: 1, quantity: 3, notes: 'foran' },
    { kind: 'subassembly', made: 1, quantity: 4 },
  ],
}

const ofFile = { kind: 'import', file: levels.file } as const

test('a stykkliste with levels is written by one command, and taken back by one', async (t) => {
  const { call, model, log } = await createTestService(t)
  await stock(call)
  const before = log.events.length
  const check = await call('POST', `${url}/check`, levels)
  t.same(check.body.data['changes'], [
    {
      kind: 'motor',
      itemId: 1,
      before: null,
      after: { quantity: 3, notes: 'foran', sortOrder: 0 },
    },
  ])
  t.equal(log.events.length, before)
  const key = { 'idempotency-key': 'lim inn', 'if-match': check.headers['etag']! }
  const done = await call('POST', url, levels, key)
  t.equal(done.status, 200)
  t.same(done.body.data, {
    id: 1,
    made: [
      { id: 3, revision: 1 },
      { id: 4, revision: 0 },
    ],
  })
  t.same(model.structure.get(1, 4)?.quantity, 4)
  t.same(new Set(model.structure.childrenOf(4)), new Set([2, 3]))
  const written = log.events.length
  t.strictSame(
    log.events.slice(before).map((event) => [event.type, viaOf(event)]),
    [
      ['ItemRegistered', ofFile],
      ['PartLinked', { ...ofFile, line: 3 }],
      ['ItemRegistered', ofFile],
      ['SubassemblyLinked', { ...ofFile, line: 2 }],
      ['SubassemblyLinked', ofFile],
      ['SubassemblyLinked', ofFile],
      ['PartLinked', ofFile],
    ],
    'history can say which file and row',
  )
  t.same((await call('POST', url, levels, key)).body, done.body, 'the same key, the same answer')
  t.equal(log.events.length, written)

  const changed = await call('POST', url, { lines: [{ kind: 'motor', itemId: 1, quantity: 5 }] })
  t.equal(changed.status, 200)
  const takenBack = {
    removed: [
      { kind: 'motor', itemId: 1 },
      { kind: 'subassembly', itemId: 4 },
    ],
    unmade: done.body.data['made'],
  }
  const stale = { 'if-match': check.headers['etag']! }
  t.match((await call('POST', url, takenBack, stale)).body, { code: 'CONFLICT' })
  t.equal((await call('POST', url, takenBack)).status, 200)
  t.same(model.structure.childrenOf(1), [])
  t.notOk(model.records('assemblytypes').isLive(3))
  const { body } = await call('POST', `${url}/check`, { lines: [station] })
  t.match(body.data['changes'], [{ before: null }])
})

test('one wrong line refuses them all, with its place', async (t) => {
  const { call, log } = await createTestService(t)
  await stock(call)
  await call('POST', '/api/assemblytypes/2/subassemblies', { childAssemblyId: 1 })
  const before = log.events.length
  const refusals: readonly [object, object][] = [
    [
      { lines: [screw, { kind: 'sensor', itemId: 9 }] },
      { details: [{ path: 'lines.1', message: 'Sensortypen finnes ikke' }] },
    ],
    [{ lines: [screw, screw] }, { details: [{ path: 'lines.1', message: 'Står flere ganger' }] }],
    [{ lines: [{ ...screw, quantity: 2.5 }] }, { details: [{ path: 'lines.0.quantity' }] }],
    [{ lines: [{ kind: 'subassembly', made: 0 }] }, { code: 'VALIDATION' }],
    [{ lines: [screw, station] }, { code: 'CYCLE', error: /Linje → Stasjon → Linje$/ }],
    [
      {
        made: [{ name: 'Ny', description: 'Ny', lines: [station] }],
        lines: [{ kind: 'subassembly', made: 0 }],
      },
      { code: 'CYCLE', error: /Linje → Ny → Stasjon → Linje|Ny → Stasjon → Linje/ },
    ],
    [{ removed: [screw] }, { code: 'NOT_FOUND' }],
  ]
  for (const [body, answer] of refusals) t.match((await call('POST', url, body)).body, answer)
  t.equal(log.events.length, before)
})

test('what another process makes impossible meanwhile leaves nothing behind', async (t) => {
  const log = memoryLog()
  const { call, model } = await createTestService(t, { log })
  await stock(call)
  const other = await createTestService(t, { log })
  const store = { ...log }
  log.append = async (stream, events, expected) => {
    log.append = store.append.bind(store)
    await other.call('POST', '/api/assemblytypes/2/subassemblies', { childAssemblyId: 1 })
    return store.append(stream, events, expected)
  }
  const made = [{ name: 'Ny', description: 'Ny', lines: [station] }]
  const body = { made, lines: [screw, { kind: 'subassembly', made: 0 }] }
  t.match((await call('POST', url, body)).body, { code: 'CYCLE' })
  t.notOk(model.records('assemblytypes').isLive(3))
  t.equal(model.parts.component.out(1).length, 0)
})

const key = { 'idempotency-key': 'lim inn' }
const made = [
  { id: 3, revision: 1 },
  { id: 4, revision: 0 },
]
const takenBack = {
  removed: [
    { kind: 'motor', itemId: 1 },
    { kind: 'subassembly', itemId: 4 },
  ],
  unmade: made,
}

/** A process of which one append fails, after so many, and the one that follows it. */
const cutOff = async (t: Test, failure: Error) => {
  const [log, pendingLines] = [memoryLog(), pendingLinesInMemory()]
  const start = () => createTestService(t, { log, pendingLines })
  const first = await start()
  await stock(first.call)
  const append = log.append.bind(log)
  const after = (appends: number, ...asked: Parameters<typeof first.call>) => {
    let left = appends
    log.append = (...of) => (left-- === 0 ? Promise.reject(failure) : append(...of))
    return first.call(...asked)
  }
  return { ...first, log, pendingLines, start, after }
}

test('what a crash cuts off between two appends is whole at the next start, and done once', async (t) => {
  for (const appends of [0, 1, 2, 3]) {
    const { log, after, start } = await cutOff(t, new Error('killed'))
    t.equal((await after(appends, 'POST', url, levels, key)).status, 500)
    const { call, model } = await start()
    t.same(model.structure.childrenOf(1), [4], `killed after ${appends} appends`)
    t.same(new Set(model.structure.childrenOf(4)), new Set([2, 3]))
    t.equal(model.parts.motor.out(1).length, 1)
    const written = log.events.length
    t.same((await call('POST', url, levels, key)).body.data, { id: 1, made })
    t.equal(log.events.length, written)
    t.equal((await call('POST', url, takenBack)).status, 200)
    t.same(model.structure.childrenOf(1), [])
    t.notOk(model.records('assemblytypes').isLive(4))
  }
})

test('what a crash cuts off of taking it back is taken back at the next start', async (t) => {
  for (const appends of [1, 2, 3, 4, 5]) {
    const { log, call, after, start } = await cutOff(t, new Error('killed'))
    await call('POST', url, levels, key)
    t.equal((await after(appends, 'POST', url, takenBack)).status, 500)
    const { model } = await start()
    t.same(model.structure.childrenOf(1), [], `killed after ${appends} appends`)
    t.equal(model.parts.motor.out(1).length, 0)
    t.notOk(model.records('assemblytypes').isLive(3))
    t.notOk(model.records('assemblytypes').isLive(4))
    t.match(log.events.at(-1)!.metadata, { user: 'kari', userId: 'u1' })
  }
})

test('what is refused when it is to be completed is not tried again', async (t) => {
  const { log, call, after, pendingLines, start } = await cutOff(t, new Error('killed'))
  t.equal((await after(0, 'POST', url, levels, key)).status, 500)
  t.equal((await call('DELETE', '/api/motortypes/1')).status, 200)
  const { length } = log.events
  await start()
  t.same(await pendingLines.all(), [])
  t.equal(log.events.length, length)
})

test('what a store does not answer is completed without a new start', async (t) => {
  const { log, call, after, pendingLines } = await cutOff(t, new OutcomeUnknown('no answer'))
  t.match((await after(2, 'POST', url, levels, key)).body, { code: 'OUTCOME_UNKNOWN' })
  while ((await pendingLines.all()).length > 0) await setImmediate()
  t.equal(log.events.at(-1)!.type, 'PartLinked')
  t.same((await call('POST', url, levels, key)).body.data, { id: 1, made })
  t.equal(log.events.filter(({ type }) => type === 'SubassemblyLinked').length, 3)
})
