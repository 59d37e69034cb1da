import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type Test } from 'tap'
import { component, entities, motor, sensor } from '#contracts/catalogue/index.ts'
import { fieldKeys, type Entity } from '#contracts/entity.ts'
import type { EventLog } from '#contracts/event-log.ts'
import { hasStates } from '#contracts/states.ts'
import { valueOf } from '#command/catalogue/item-decider.ts'
import { anImporter } from '#command/csv-import/testing/importing.ts'
import { randomFrom } from '#command/csv-import/testing/random.ts'
import { randomRecord } from '#command/testing/random-records.ts'
import { aService, stock } from '#command/testing/service.ts'
import { querySide } from '#projector/test/query-side.ts'
import { testToken } from '../../kernel/testing/asks.ts'
import type { Found } from './commands.ts'
import { readSide } from './read-side.ts'

/** The projector on a port of its own, and the command service's way to it. */
const aReadSide = async (t: Test) => {
  const side = await querySide(t)
  const url = await side.app.listen({ host: '127.0.0.1', port: 0 })
  const { states, close } = readSide(url, testToken)
  t.teardown(close)
  return { ...side, states }
}

/** A clock that never says the same twice: each time in a record is then that of one event. */
const ticking = () => {
  let at = Date.UTC(2026, 0, 1)
  return () => new Date((at += 1_001))
}

/** All that a decision may go by, what nobody filled in as it reads. */
const wholeOf = (
  entity: Entity,
  { id, item, revision }: Omit<Found, 'revision'> & { revision: unknown },
) => ({
  ...item,
  id,
  revision: Number(revision),
  values: Object.fromEntries(
    fieldKeys(entity).map((key) => [key, valueOf(entity, item.values, key)]),
  ),
})

test('a record that the read side gives is what its events come to', async (t) => {
  t.same(entities.filter(hasStates), [component, motor, sensor])
  const { log, states, projector } = await aReadSide(t)
  const { commands, call } = await aService(t, { log, now: ticking() })
  await stock(call)
  const ids = new Map<Entity, number[]>()
  for (const entity of [component, motor, sensor])
    for (let n = 0; n < 60; n++)
      ids.set(entity, [
        ...(ids.get(entity) ?? []),
        await randomRecord(commands, randomFrom(7, n), entity),
      ])
  t.ok(await projector.reached((await log.last())!, 30_000))

  const fresh = await aService(t, { log })
  for (const [entity, all] of ids) {
    const given = new Map((await states(entity, all)).map((one) => [one.id, one]))
    let live = 0
    for (const id of all) {
      const folded = await fresh.commands.record(entity, id)
      const one = given.get(id)
      if (folded) live++
      t.same(one && wholeOf(entity, one), folded && wholeOf(entity, folded), `${entity.name} ${id}`)
    }
    t.ok(live > 40, `${live} of ${entity.name} were compared`)
  }
})

/** The log, and how many records were read from it one by one. */
const counted = (log: EventLog) => {
  const read: string[] = []
  return {
    read,
    log: {
      ...log,
      read: (stream: string) => {
        read.push(stream)
        return log.read(stream)
      },
    },
  }
}
/** Several pieces of rows. */
const many = 1_300
const file = (price: string) =>
  ['Beskrivelse,Leverandor art.nr,ITO art.nr,Kostpris,Prisfaktor']
    .concat(Array.from({ length: many }, (_, n) => `Skrue ${n},S-${n},K-${n},${price},1.5`))
    .join('\n')

test('an import of records that exist reads none of them by itself', async (t) => {
  const { log, states, projector } = await aReadSide(t)
  const first = await anImporter(t, { log })
  t.match((await first.send('componenttypes', file('10'))).body.summary, { created: many })
  await first.imports.stop()
  t.ok(await projector.reached((await log.last())!, 30_000))

  const reading = counted(log)
  const { send } = await anImporter(t, { log: reading.log, states })
  const dry = await send('componenttypes', file('11'), { dryRun: 'true' })
  t.match(dry.body, { summary: { updated: many } })
  t.match((await send('componenttypes', file('10'))).body.summary, { unchanged: many })
  t.same(reading.read, [])
  t.match((await send('componenttypes', file('12'))).body.summary, { updated: many })
  t.same(reading.read, [], 'nor to write upon')
})

test('a projector of another release, one that refuses, and one that is not there are failures', async (t) => {
  const answers = [
    [200, JSON.stringify({ keys: ['description'], columns: [] })],
    [503, 'not now'],
  ] as const
  for (const [status, text] of answers) {
    const server = createServer((_request, reply) => reply.writeHead(status).end(text))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const { states, close } = readSide(`http://127.0.0.1:${port}`, testToken)
    await t.rejects(states(component, [1]), {
      message: /The projector (has other fields|answered 503)/,
    })
    await close()
    server.close()
    await once(server, 'close')
    await t.rejects(readSide(`http://127.0.0.1:${port}`, testToken).states(component, [1]))
  }
})
