import { randomUUID } from 'node:crypto'
import { test } from 'tap'
import type { NewEvent, RecordedEvent } from '../event-log.ts'
import { memoryLog } from './memory-log.ts'

const event = (n: number): NewEvent => ({
  id: randomUUID(),
  type: 'Counted',
  data: { n },
  metadata: { commandId: 'c', user: 'test', at: '2026-01-01T00:00:00.000Z', v: 1 },
})

test('an append with a wrong revision fails with the actual one', async (t) => {
  const log = memoryLog()
  t.match(await log.append('a', [event(0), event(1)], 'none'), { appended: true, revision: 1n })
  t.same(await log.append('a', [event(2)], 'none'), { appended: false, actual: 1n })
  t.same(await log.append('b', [event(2)], 0n), { appended: false, actual: 'none' })
  t.match(await log.append('a', [event(2)], 1n), { appended: true, revision: 2n })
})

test('a repeated append is idempotent', async (t) => {
  const log = memoryLog()
  const first = event(0)
  const answer = await log.append('a', [first], 'none')
  await log.append('a', [event(1)], 0n)
  t.same(await log.append('a', [first], 'none'), answer)
  t.equal(log.events.length, 2)
})

test('readAll starts after a position, read at a revision', async (t) => {
  const log = memoryLog()
  await log.append('a', [event(0), event(1), event(2)], 'none')
  const [first] = await log.readAll(null, 1)
  t.same(
    (await log.readAll(first!.position, 9)).map((e) => e.data),
    [{ n: 1 }, { n: 2 }],
  )
  t.same(
    (await log.read('a', 2n)).map((e) => e.data),
    [{ n: 2 }],
  )
  t.equal(await log.last(), log.events.at(-1)!.position)
})

test('a subscription gets old and new events in order, in batches, until it is aborted', async (t) => {
  const log = memoryLog()
  await log.append('a', [event(0), event(1), event(2)], 'none')
  const seen: RecordedEvent[][] = []
  const stop = new AbortController()
  const caughtUp = Promise.withResolvers<void>()
  const following = log.follow(null, {
    batchSize: 2,
    signal: stop.signal,
    caughtUp: caughtUp.resolve,
    handle: async (events) => {
      seen.push([...events])
      if (events.some((e) => e.revision === 3n)) stop.abort()
    },
  })
  await caughtUp.promise
  await log.append('a', [event(3)], 2n)
  await following
  t.same(
    seen.map((events) => events.map((e) => Number(e.revision))),
    [[0, 1], [2], [3]],
  )
})

test('a failing handler ends the subscription', async (t) => {
  const log = memoryLog()
  await log.append('a', [event(0)], 'none')
  const handle = async () => {
    throw new Error('cannot apply')
  }
  await t.rejects(log.follow(null, { handle, signal: new AbortController().signal }), {
    message: 'cannot apply',
  })
})
