import { test } from 'tap'
import { readModel, recorder } from '../testing/read-model.ts'
import { counts, said, words } from '../testing/random-text.ts'
import { applyBatch } from './apply.ts'
import { readCheckpoint } from './checkpoint.ts'
import { Positions } from '#kernel/positions.ts'

test('rows and checkpoint move together, and a window delivered again changes nothing', async (t) => {
  const { projection } = words()
  const { pool, given, checkpoint } = await readModel(t, [projection])
  const events = await given(said('hei'), said('på'), said('hei'))
  const again = await applyBatch({ pool, projections: [projection] }, checkpoint(), events)

  t.same(await pool.any(counts), [
    { word: 'hei', times: 2 },
    { word: 'på', times: 1 },
  ])
  t.equal(again.position, 300n)
  t.match(await readCheckpoint(pool), { position: 300n, logStart: events[0]!.id })
})

test('whoever is not where the checkpoint is writes nothing', async (t) => {
  const { projection } = words()
  const { pool, given, checkpoint } = await readModel(t, [projection])
  const before = checkpoint()
  await given(said('hei'))
  const late = [recorder()(said('hei'))]

  await t.rejects(applyBatch({ pool, projections: [projection] }, before, late), {
    message: /moved the checkpoint/,
  })
  t.same(await pool.any(counts), [{ word: 'hei', times: 1 }])
})

test('what comes before an event that cannot be applied is applied, and nothing after it', async (t) => {
  const { projection, inMemory } = words()
  const { pool, given } = await readModel(t, [projection])

  await t.rejects(given(said('a'), said('b'), said('gift'), said('c'), said('d')), {
    name: 'DeadLetter',
    event: { position: 300n },
  })
  t.same(await pool.any(counts), [
    { word: 'a', times: 1 },
    { word: 'b', times: 1 },
  ])
  t.equal((await readCheckpoint(pool))?.position, 200n)
  t.equal(inMemory(), 2, 'memory follows the tables')
})

test('an event of an unknown type or a newer release is not passed over', async (t) => {
  const { projection } = words()
  const { given, pool, checkpoint } = await readModel(t, [projection])
  await t.rejects(given({ ...said('a'), type: 'Sung' }), { message: /ikke kjenner: Sung/ })
  const event = recorder()(said('a'))
  const newer = { ...event, metadata: { ...event.metadata, v: 99 } }
  await t.rejects(applyBatch({ pool, projections: [projection] }, checkpoint(), [newer]), {
    message: /ikke kjenner: Said/,
  })
})

test('those who wait for a position go on in whatever order it comes', async (t) => {
  // A wait keeps no process running, as a service does by itself.
  const alive = setInterval(() => undefined, 1_000)
  t.teardown(() => clearInterval(alive))
  const at = new Positions()
  const waits = [at.reach(5n, 1_000), at.reach(7n, 1_000), at.reach(9n, 10)]
  at.advance(6n)
  at.advance(7n)
  t.same(await Promise.all(waits), [true, true, false])
})
