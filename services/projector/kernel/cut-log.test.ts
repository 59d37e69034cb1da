import { test } from 'tap'
import { LogCut } from '#contracts/event-log.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { testDatabase } from '#kernel/testing/database.ts'
import { say, words } from '../testing/random-text.ts'
import { startProjector } from './run.ts'
import { untilHealth } from '../testing/until.ts'

test('a log that is cut while it is followed is not read on, and the tables are kept', async (t) => {
  const [long, short] = [memoryLog(), memoryLog()]
  await say(long, 'a', 'b')
  await say(short, 'c')
  let log = long
  const cut = Promise.withResolvers<never>()
  const projector = await startProjector({
    url: await testDatabase(t),
    log: {
      last: () => log.last(),
      readAll: (...asked) => log.readAll(...asked),
      follow: (...asked) => Promise.race([log.follow(...asked), cut.promise]),
    },
    projections: [words().projection],
    report: () => undefined,
  })
  t.teardown(() => projector.stop())
  await untilHealth(projector)
  log = short
  cut.reject(new LogCut('The log is shorter'))
  await untilHealth(projector, (reason) => /når til plass 200/.test(reason ?? ''))
  t.ok(projector.isReading(), 'what was read is still shown')
})
