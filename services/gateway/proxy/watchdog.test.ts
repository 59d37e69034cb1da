import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import type { Refused } from '#kernel/refused.ts'
import { Watchdog } from './watchdog.ts'

const never = () => new Promise<never>(() => undefined)

test('a service that answers nobody hangs; one that is slow, busy or down does not', async (t) => {
  const hanging = new Watchdog(never)
  const slow = new Watchdog(() => sleep(2_500))
  const busy = new Watchdog(never)
  const gone = new Watchdog(() => Promise.reject(new Error('connect ECONNREFUSED')))
  const all = [hanging, slow, busy, gone]
  t.teardown(() => all.map((one) => one.stop()))

  const waiting = hanging.unlessHanging(never)
  const late = slow.unlessHanging(() => sleep(6_000, 'there'))
  const answers = setInterval(() => busy.heard(), 1_000)
  t.teardown(() => clearInterval(answers))
  const refusal: unknown = await waiting.catch((error: Refused) => error.refusal.refused)
  t.equal(refusal, 'UNAVAILABLE')
  await t.rejects(hanging.unlessHanging(never), 'fails at once from then on')
  t.equal(await late, 'there')
  t.same(
    all.map((one) => one.isHanging()),
    [true, false, false, false],
  )
  hanging.heard()
  t.equal(await hanging.unlessHanging(async () => 'again'), 'again')
})
