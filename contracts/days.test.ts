import { test } from 'tap'
import { osloDay } from './days.ts'

test('a day of Oslo begins at midnight there, in winter, in summer and when the clocks change', async (t) => {
  const began = [
    ['2026-01-14T23:00:00.000Z', '2026-01-15'],
    ['2026-03-28T23:00:00.000Z', '2026-03-29'],
    ['2026-03-29T22:00:00.000Z', '2026-03-30'],
    ['2026-07-14T22:00:00.000Z', '2026-07-15'],
    ['2026-10-24T22:00:00.000Z', '2026-10-25'],
    ['2026-10-25T23:00:00.000Z', '2026-10-26'],
  ] as const
  for (const [instant, day] of began) {
    t.equal(osloDay(instant), day)
    t.ok(osloDay(new Date(Date.parse(instant) - 1)) < day, `a millisecond before ${day}`)
  }
  t.throws(() => osloDay('no time'), RangeError)
})
