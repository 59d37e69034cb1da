import { test } from 'tap'
import { supplier } from '#contracts/catalogue/index.ts'
import type { EventLog } from '#contracts/event-log.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { startImporter } from './testing/importing.ts'

test('a new supplier is spelt as the first row in the file has it, whichever row comes to it first', async (t) => {
  const log = memoryLog()
  const supplierMade = Promise.withResolvers<void>()
  const append: EventLog['append'] = async (stream, ...args) => {
    if (!stream.startsWith('supplier-')) await supplierMade.promise
    const outcome = await log.append(stream, ...args)
    supplierMade.resolve()
    return outcome
  }
  const { send, commands } = await startImporter(t, { log: { ...log, append } })
  // The second row waits for the first, which is about the same component.
  const file = [
    'Beskrivelse;Leverandor art.nr;ITO art.nr;Kostpris;Gjelder fra;Leverandor',
    'Skrue;A-1;K-1;1;2020-01-01;',
    'Skrue;A-1;K-1;2;2021-01-01;Skruehuset AS',
    'Mutter;A-2;K-2;3;2020-01-01;SKRUEHUSET as',
    '',
  ].join('\n')
  const { body } = await send('componenttypes', file)
  t.match(body, { summary: { created: 2, updated: 1, failed: 0 }, createdSuppliers: 1 })
  const found = await commands.find(supplier, 'name', 'skruehuset as')
  t.same(
    found.map(({ item }) => item.values['name']),
    ['Skruehuset AS'],
  )
})
