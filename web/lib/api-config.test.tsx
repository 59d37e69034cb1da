import { test } from 'tap'
import { refuseWith } from '../testing/examples.ts'
import { screen, show, type Sent } from '../testing/screen.tsx'
import useSWR from 'swr'

const Cost = () => <p>{useSWR<{ cost: number }>('/api/pricing/motortype-1').data?.cost}</p>

test('a page that is open at midnight in Norway shows the prices of the new day', async (t) => {
  let now = Date.parse('2026-07-15T23:59:00+02:00')
  let tick = () => {}
  const { setInterval } = globalThis
  const every = (run: () => void, delay: number) => {
    if (delay === 60_000) tick = run
    return setInterval(run, delay)
  }
  t.capture(Date, 'now', () => now)
  Object.assign(globalThis, { setInterval: every })
  t.teardown(() => Object.assign(globalThis, { setInterval }))
  let cost = 10
  const { sent } = show(t, <Cost />, {
    '/api/pricing/motortype-1': () => Response.json({ success: true, data: { cost } }),
  })
  await screen.findByText('10')
  cost = 25
  now += 90_000
  tick()
  t.equal(sent.length, 1, 'not yet: the clock may be fast')
  now += 60_000
  tick()
  await screen.findByText('25')
  now += 60_000
  tick()
  t.equal(sent.length, 2, 'once')
})

test('data that could not be read for a while comes by itself', async (t) => {
  const { setTimeout } = globalThis
  // Pauses between retries; waiting for the text takes longer.
  const isPause = (delay: number) => delay >= 1_000 && delay < 20_000
  const soon = (run: () => void, delay = 0, ...rest: unknown[]) =>
    setTimeout(run, isPause(delay) ? 0 : delay, ...(rest as []))
  t.capture(globalThis, 'setTimeout', soon)
  const offline = () => Promise.reject(new TypeError('offline'))
  const failures = [refuseWith(503, { error: 'Nede' }), offline]
  const { sent } = show(t, <Cost />, {
    '/api/pricing/motortype-1': (call: Sent) =>
      failures.shift()?.(call) ?? Response.json({ success: true, data: { cost: 10 } }),
  })
  await screen.findByText('10')
  t.equal(sent.length, 3)
})
