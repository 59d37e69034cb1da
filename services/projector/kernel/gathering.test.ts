import { test } from 'tap'
import { gathering } from './gathering.ts'
import { positions } from './positions.ts'

test('while events pour in, and only then, batches are let grow', async (t) => {
  let time = 0
  const lulls: number[] = []
  const gather = gathering({
    lull: async (milliseconds) => void lulls.push(milliseconds),
    now: () => time,
  })
  const after = async (milliseconds: number, events: number, isFull = false) => {
    time += milliseconds
    await gather(events, isFull)
    return lulls.splice(0).length > 0
  }
  t.notOk(await after(1_000, 2), 'the first after a while')
  t.ok(await after(4, 6), 'many at once')
  t.ok(await after(30, 60), 'and still')
  t.notOk(await after(30, 1_000, true), 'a full batch has company enough')
  t.notOk(await after(2, 1), 'a single event, however soon')
  t.notOk(await after(500, 2), 'and few')
})

test('who waits for the tables to move ends a lull, and has none begin', async (t) => {
  const at = positions()
  const long = at.lull(600_000)
  const reached = at.reached(7n, 600_000)
  await long
  await at.lull(600_000)
  at.moved(7n)
  t.equal(await reached, true)
  await at.lull(1)
})
