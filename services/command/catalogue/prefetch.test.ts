import { test, type Test } from 'tap'
import { component, supplier } from '#contracts/catalogue/index.ts'
import { OutcomeUnknown, type EventLog } from '#contracts/event-log.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { anImporter } from '#command/csv-import/testing/importing.ts'
import { handling } from '#command/kernel/handle.ts'
import { newModel } from '#command/kernel/model.ts'
import { positions } from '#command/kernel/positions.ts'
import type { Folded, StateSource } from '#command/kernel/read-side.ts'
import { aService, stock } from '#command/testing/service.ts'
import { noItem, type ItemCommand } from './item-decider.ts'
import { rulesOf } from './needs.ts'
import { prefetching } from './prefetch.ts'

/** What the read side says of a component that is not as the log has it. */
const lie = (revision: number): Folded => ({
  id: 1,
  revision,
  item: {
    ...noItem(),
    status: 'live',
    values: { description: 'Løgn', itoArticlenumber: 'K-1' },
    version: BigInt(revision),
  },
})
const key = [{ field: 'itoArticlenumber', text: 'K-1' }]

/** Component 1, K-1, of which there are two events. */
const told = async (t: Test, states: StateSource, log: EventLog = memoryLog()) => {
  const before = await aService(t, { log })
  await stock(before.call)
  await before.call('PUT', '/api/componenttypes/1', { itoArticlenumber: 'K-1' })
  return aService(t, { log, states })
}
const descriptionOf = async ({ commands }: Awaited<ReturnType<typeof told>>) =>
  (await commands.find(component, 'itoArticlenumber', 'K-1')).map(
    ({ item, revision }) => [item.values['description'], revision] as const,
  )

test('a read side that is behind the log, or ahead of it, changes nothing', async (t) => {
  for (const revision of [0, 2, 100]) {
    const service = await told(t, async () => [lie(revision)])
    await service.commands.prefetch(component, key)
    t.same(await descriptionOf(service), [['Skrue M8', 1n]], `revision ${revision}`)
  }
  const service = await told(t, async () => [lie(1)])
  await service.commands.prefetch(component, key)
  t.same(await descriptionOf(service), [['Løgn', 1n]], 'what is said of the last event is taken')
})

test('what was read or written here is not asked for, nor is an answer that comes late taken', async (t) => {
  const asked: (readonly number[])[] = []
  const answer = Promise.withResolvers<readonly Folded[]>()
  const service = await told(t, (_entity, ids) => {
    asked.push(ids)
    return answer.promise
  })
  const fetched = service.commands.prefetch(component, [...key, ...key])
  t.equal((await service.call('PUT', '/api/componenttypes/1', { notes: 'x' })).status, 200)
  answer.resolve([lie(1), lie(2)])
  await fetched
  t.same(await descriptionOf(service), [['Skrue M8', 2n]])
  await service.commands.prefetch(component, key)
  t.same(asked, [[1]])
})

test('while nobody knows what was written, nothing is taken', async (t) => {
  const log = memoryLog()
  const { log: whole } = await told(t, async () => [], log)
  const model = newModel()
  for (const event of whole.events) model.apply(event)
  const cutOff = {
    ...log,
    append: async (...[stream, events, expected]: Parameters<EventLog['append']>) => {
      await log.append(stream, events, expected)
      throw new OutcomeUnknown('The answer got lost')
    },
  }
  const { handle, load, prime } = handling(cutOff, model, positions(), () => new Date())
  const rules = rulesOf(undefined as never)(component)
  const command: ItemCommand = {
    type: 'Revise',
    data: { id: 1, changes: { notes: 'x' }, pricing: null },
  }
  const by = { user: 'kari', commandId: crypto.randomUUID() }
  await t.rejects(handle(by, 'componenttype-1', rules, command), OutcomeUnknown)
  prime(model.records('componenttypes'), 'componenttype-1', lie(1))
  t.match(await load('componenttype-1', rules), { revision: 2n, state: { values: { notes: 'x' } } })
})

test('suppliers are never asked for: they hold personal data', async (t) => {
  let asked = 0
  const service = await told(t, async () => {
    asked++
    return []
  })
  await service.commands.prefetch(supplier, [{ field: 'name', text: 'Ahlsell' }])
  t.equal(asked, 0)
  t.equal((await service.commands.find(supplier, 'name', 'ahlsell')).length, 1)
})

test('a read side that is away is told of once, and not asked for every piece of a file', async (t) => {
  const { model } = await told(t, async () => [])
  const faults: unknown[] = []
  let asked = 0
  const { prefetch } = prefetching({
    model,
    handling: { isKept: () => false, prime: () => undefined },
    readSide: {
      states: async () => {
        asked++
        throw new Error('away')
      },
      onAway: (error) => faults.push(error),
    },
  })
  await prefetch(component, key)
  await prefetch(component, key)
  t.match(faults, [{ message: 'away' }])
  t.equal(asked, 1)
})

test('an import goes on without it, by the log', async (t) => {
  const rows = 'Beskrivelse,Leverandor art.nr,ITO art.nr\nSkrue,S-1,K-1\nMutter,S-2,K-2'
  const log = memoryLog()
  const { send } = await anImporter(t, {
    log,
    states: async () => {
      throw new Error('away')
    },
  })
  t.match((await send('componenttypes', rows)).body.summary, { created: 2 })
  const count = log.events.length
  const changed = rows.replace('Mutter', 'Mutter M8')
  t.match((await send('componenttypes', changed, { dryRun: 'true' })).body.summary, {
    updated: 1,
    unchanged: 1,
  })
  t.match((await send('componenttypes', changed)).body.summary, { updated: 1, unchanged: 1 })
  t.equal(log.events.length, count + 1)
})

test('what was let go of is read again', async (t) => {
  const service = await told(t, async () => [lie(1)])
  const letGo = await service.commands.prefetch(component, key)
  t.same(await descriptionOf(service), [['Løgn', 1n]])
  letGo()
  t.same(await descriptionOf(service), [['Skrue M8', 1n]])
  letGo()
  t.equal((await service.call('PUT', '/api/componenttypes/1', { notes: 'x' })).status, 200)
  t.same(await descriptionOf(service), [['Skrue M8', 2n]])
})
