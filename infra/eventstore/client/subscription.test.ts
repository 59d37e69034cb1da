import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { numbersIn, someEvents } from '../testing/events.ts'
import { followLog, openLog } from '../testing/log.ts'
import { testStore } from '../testing/store.ts'

test('an undecodable answer ends the subscription, and the follower resumes', async (t) => {
  const store = await testStore(t)
  const troubles: unknown[] = []
  const log = openLog(t, store.url, { onTrouble: (error) => troubles.push(error) })
  await log.append('a', someEvents(3), 'none')
  let times = 0
  store.misbehave('Read', async (call, proper) => {
    if (times++ < 2) call.write(Buffer.from([0x0a, 200, 1, 7]))
    else await proper(call)
  })
  const follower = followLog(t, log)
  await follower.count(3)
  t.same(numbersIn(follower.events), [0, 1, 2])
  t.match(troubles[0], { message: /Response message parsing error/ })
})

test('a follower stopped before its call opens leaves no call open', async (t) => {
  const store = await testStore(t)
  const log = openLog(t, store.url)
  await log.append('a', someEvents(3), 'none')
  for (let round = 0; round < 10; round++) {
    const follower = followLog(t, log)
    follower.stop.abort()
    await follower.ended
    t.same(follower.events, [])
  }
  const late = followLog(t, log)
  await late.count(3)
  while (store.open('Read') > 1) await sleep(10)
})
