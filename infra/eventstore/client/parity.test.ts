import fc from 'fast-check'
import { test } from 'tap'
import type { EventLog, Revision } from '#contracts/event-log.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { anEvent, numbersIn } from '../testing/events.ts'
import { openLog } from '../testing/log.ts'
import { testStore } from '../testing/store.ts'

type Append = { readonly stream: string; readonly ids: readonly number[]; readonly at: number }

/** Few streams, ids and revisions, so that retries and conflicts are common. */
const appends = fc.array(
  fc.record({
    stream: fc.constantFrom('a', 'b'),
    ids: fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 3 }),
    at: fc.integer({ min: -1, max: 5 }),
  }),
  { minLength: 1, maxLength: 12 },
)

const uuid = (run: number, stream: string, id: number) =>
  `${String(run).padStart(8, '0')}-0000-4000-8000-00000000${stream === 'a' ? 'a' : 'b'}00${id}`

const carryOut = async (log: EventLog, run: number, steps: readonly Append[]) => {
  const answers: unknown[] = []
  for (const { stream, ids, at } of steps) {
    const events = ids.map((id) => anEvent(id, uuid(run, stream, id)))
    const expected: Revision = at < 0 ? 'none' : BigInt(at)
    const answer = await log.append(`${stream}-${run}`, events, expected)
    answers.push(answer.appended ? answer.revision : answer.actual)
  }
  for (const stream of ['a', 'b']) answers.push(numbersIn(await log.read(`${stream}-${run}`)))
  return answers
}

test('the in-memory log gives the same answers as the store for random appends', async (t) => {
  const log = openLog(t, (await testStore(t)).url)
  const memory = memoryLog()
  let run = 0
  await fc.assert(
    fc.asyncProperty(appends, async (steps) => {
      run++
      const [stored, remembered] = [
        await carryOut(log, run, steps),
        await carryOut(memory, run, steps),
      ]
      t.same(remembered, stored)
    }),
    { numRuns: 60 },
  )
  const order = async (of: EventLog) => {
    const read = await of.readAll(null, 10_000)
    return read.map(({ id, revision }) => `${id}@${revision}`)
  }
  t.same(await order(memory), await order(log))
})
