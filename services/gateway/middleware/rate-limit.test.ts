import { test } from 'tap'
import { createRateLimit } from './admission.ts'

test('a token bucket allows a burst, then a rate, per caller', async (t) => {
  let time = 0
  const mayPass = createRateLimit(100, 1000, () => time)
  const passed = (key: string, times: number) =>
    Array.from({ length: times }, () => mayPass(key)).filter((wait) => wait === null).length
  t.equal(passed('a', 1500), 1000)
  t.equal(passed('b', 10), 10)
  t.equal(mayPass('a'), 1)
  time += 500
  t.equal(passed('a', 100), 50)
  for (let second = 0; second < 60; second++) {
    time += 1000
    t.equal(passed('a', 100), 100)
  }
})

test('a machine whose clock is set back refuses nobody for it', async (t) => {
  const { now } = Date
  let back = 0
  Object.assign(Date, { now: () => now() - back })
  t.teardown(() => Object.assign(Date, { now }))
  const mayPass = createRateLimit(100, 1000)
  t.equal(mayPass('a'), null)
  back = 96_000
  t.equal(mayPass('a'), null)
})
