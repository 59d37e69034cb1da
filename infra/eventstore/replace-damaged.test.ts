import { Client } from 'pg'
import { test } from 'tap'
import type { LogDamaged } from '#contracts/event-log.ts'
import { replaceDamaged, replacedType } from './replace-damaged.ts'
import { someEvents } from './testing/events.ts'
import { followLog, openLog } from './testing/log.ts'
import { testStore } from './testing/store.ts'
import { verifyStore } from './verify.ts'

const damages = {
  'a flipped bit': `update events set record = set_byte(record, 60, get_byte(record, 60) # 4) where revision = $1`,
  'bytes that are gone': `update events set record = substr(record, 1, 40) where revision = $1`,
} as const

const cases = [
  ['a flipped bit', 4],
  ['a flipped bit', 8],
  ['bytes that are gone', 4],
] as const

for (const [what, revision] of cases)
  test(`${what} at revision ${revision}: reading reports its position, and works once it is replaced`, async (t) => {
    const store = await testStore(t)
    const log = openLog(t, store.url)
    await log.append('a', someEvents(9), 'none')
    const { position } = (await log.read('a'))[revision]!
    const client = new Client(store.databaseUrl)
    await client.connect()
    await client.query(damages[what], [revision])
    await client.end()

    const error = (await log.read('a').catch((thrown: unknown) => thrown)) as LogDamaged
    t.match(error, { name: 'StoreUnavailable', position })
    t.match(error.problem, `skadet på plass ${position} (a nr. ${revision})`)
    t.match(error.problem, `npm run events:skip -- ${position}`)

    const replaced = await replaceDamaged(store.databaseUrl, Number(position))
    t.same(replaced, { stream: 'a', revision: BigInt(revision) })
    t.equal(await replaceDamaged(store.databaseUrl, Number(position)), null, 'it is intact now')
    const events = await log.read('a')
    t.same(
      events.map((event) => Number(event.revision)),
      [0, 1, 2, 3, 4, 5, 6, 7, 8],
    )
    t.match(events[revision], { type: replacedType, data: null, position })
    t.same((await verifyStore(store.databaseUrl)).damages, [])
    const follower = followLog(t, log)
    await follower.count(9)
    await log.append('a', someEvents(1), 8n)
    await follower.count(10)
  })
