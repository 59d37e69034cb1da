import { test } from 'tap'
import { screen, show } from '../testing/screen.tsx'
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
