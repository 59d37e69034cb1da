import { test } from 'tap'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { lagOf } from './run.ts'

const event = (id: string) => ({
  id,
  type: 'Made',
  data: {},
  metadata: { commandId: id, user: 'kari', at: '', v: 1 },
})

test('the lag is the distance to the end of the log, and the age of what is lacking', async (t) => {
  const log = memoryLog()
  const at = { position: () => null as bigint | null }
  t.same(await lagOf(log, at), { positions: 0, seconds: 0 }, 'an empty log')
  const first = await log.append('a-1', [event('1')], 'none')
  await log.append('a-2', [event('2')], 'none')
  const [, second] = await log.readAll(null, 10)
  const later = () => Date.parse(second!.writtenAt) + 3_000
  const position = () => (first.appended ? first.position : null)
  const lag = await lagOf(log, { position }, later)
  t.equal(lag.seconds, 3)
  t.ok(lag.positions > 0)
  t.same(await lagOf(log, { position: () => second!.position }), { positions: 0, seconds: 0 })
})
