import { setImmediate as turn } from 'node:timers/promises'
import { test } from 'tap'
import { refuseWith } from '../testing/examples.ts'
import { screen, show } from '../testing/screen.tsx'
import useSWR from 'swr'

const Cost = () => {
  const { data, error } = useSWR<{ cost: number }, Error>('/api/pricing/motortype-1')
  return <p>{data?.cost ?? error?.message}</p>
}

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

test('a read that failed is not repeated by itself', async (t) => {
  const { setTimeout } = globalThis
  // Pauses between retries; waiting for the text takes longer.
  const isPause = (delay: number) => delay >= 1_000 && delay < 20_000
  const soon = (run: () => void, delay = 0, ...rest: unknown[]) =>
    setTimeout(run, isPause(delay) ? 0 : delay, ...(rest as []))
  t.capture(globalThis, 'setTimeout', soon)
  const { sent } = show(t, <Cost />, {
    '/api/pricing/motortype-1': refuseWith(503, { error: 'Nede' }),
  })
  await screen.findByText(/Nede/)
  for (let turns = 0; turns < 50; turns++) await turn()
  t.equal(sent.length, 1)
})
