import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import type { EventLog } from '#contracts/event-log.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { startImporter } from './testing/importing.ts'

const numbers = Array.from({ length: 50 }, (_, at) => `K-${at}`)
const file = (description: string) =>
  `Beskrivelse;Leverandor art.nr;ITO art.nr\n${numbers.map((one) => `${description};1;${one}`).join('\n')}\n`

test('two imports of the same new parts at once make each of them once', async (t) => {
  const log = memoryLog()
  const bothRun = Promise.withResolvers<void>()
  const slow: EventLog = {
    ...log,
    append: async (...args) => {
      await bothRun.promise
      return log.append(...args)
    },
  }
  const { send, commands, imports } = await startImporter(t, { log: slow })
  const sent = ['Lager', 'Belg'].map((description) => send('componenttypes', file(description)))
  while (imports.jobs.running() < 2) await sleep(1)
  // The second has looked for its first rows by now, unless it waits for the first.
  await sleep(500)
  bothRun.resolve()
  const answers = await Promise.all(sent)
  const sum = (outcome: 'created' | 'updated' | 'failed') =>
    answers.reduce((all, { body }) => all + body.summary[outcome], 0)
  t.same([sum('created'), sum('updated'), sum('failed')], [50, 50, 0])
  for (const number of numbers)
    t.equal((await commands.find(component, 'itoArticlenumber', number)).length, 1)
})

test('imports that run at once share the rows in flight, so that commands of others need not wait', async (t) => {
  const log = memoryLog()
  const allRun = Promise.withResolvers<void>()
  let waiting = 0
  const append: EventLog['append'] = async (...args) => {
    waiting++
    await allRun.promise
    return log.append(...args)
  }
  const { send, imports } = await startImporter(t, { log: { ...log, append } })
  const fileOf = (letter: string) => file(letter).replaceAll('K-', `K-${letter}`)
  const sent = ['a', 'b', 'c'].map((letter) => send('componenttypes', fileOf(letter)))
  while (imports.jobs.running() < 3 || waiting === 0) await sleep(1)
  await sleep(500)
  t.ok(waiting <= 64, `${waiting} of 150 rows`)
  allRun.resolve()
  t.same(
    (await Promise.all(sent)).map(({ body }) => body.summary.created),
    [50, 50, 50],
  )
})
