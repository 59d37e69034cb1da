import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import type { Refused } from '#kernel/refused.ts'
import { createWatchdog } from './watchdog.ts'

const never = () => new Promise<never>(() => undefined)

test('what answers nobody hangs; what is slow, busy or gone does not', async (t) => {
  const hanging = createWatchdog(never)
  const slow = createWatchdog(() => sleep(2_500))
  const busy = createWatchdog(never)
  const gone = createWatchdog(() => Promise.reject(new Error('connect ECONNREFUSED')))
  const all = [hanging, slow, busy, gone]
  t.teardown(() => all.map(({ stop }) => stop()))

  const waiting = hanging.unlessHanging(never)
  const late = slow.unlessHanging(() => sleep(6_000, 'there'))
  const answers = setInterval(busy.heard, 1_000)
  t.teardown(() => clearInterval(answers))
  const refusal: unknown = await waiting.catch((error: Refused) => error.refusal.refused)
  t.equal(refusal, 'UNAVAILABLE')
  await t.rejects(hanging.unlessHanging(never), 'at once from then on')
  t.equal(await late, 'there')
  t.same(
    all.map(({ isHanging }) => isHanging()),
    [true, false, false, false],
  )
  hanging.heard()
  t.equal(await hanging.unlessHanging(async () => 'again'), 'again')
})
