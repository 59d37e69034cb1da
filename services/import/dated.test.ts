import { test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import { osloDay } from '#contracts/days.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { impactQuestion, type ImpactQuestion, type PriceImpact } from '#contracts/price-impact.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { startImporter } from './testing/importing.ts'

const heading = 'Beskrivelse,Leverandor art.nr,Leverandor,Kostpris,Gjelder fra'
const file = [
  heading,
  'Skrue,S-1,Ahlsell,80,2024-01-01',
  'Skrue,S-1,Ahlsell,90,1.1.2025',
  'Mutter,M-1,Ahlsell,5,2024-06-01',
  'Skrue,S-1,Ahlsell,130,2099-01-01',
  'Mutter,M-1,Ahlsell,6,2025-06-01',
  'Mutter,M-1,Ahlsell,6,2026-06-01',
  'Skrue,S-1,Ahlsell,95,2025-01-01',
  'Skrue,S-1,Ahlsell,1,31.02.2025',
  'Mutter,M-1,Ahlsell,5.5,2025-12-01',
  'Skive,K-1,Ahlsell,3,',
].join('\n')

test('a whole price history is imported as dated rows, and taken back as a whole', async (t) => {
  const importer = await startImporter(t)
  const { send, commands } = importer
  const today = 'Beskrivelse,Leverandor art.nr,Leverandor,Kostpris\nSkrue,S-1,Ahlsell,100'
  await send('componenttypes', today)
  await send('componenttypes', [heading, 'Skive,K-1,Ahlsell,2,2024-01-01'].join('\n'))
  const pricesOf = async (number: string) => {
    const [found] = await commands.find(component, 'supplierArticlenumber', number)
    return found?.item.prices.map(({ from, price }) => [from, price.costPrice])
  }
  const [now] = (await pricesOf('S-1'))!
  const expected = {
    summary: { created: 1, updated: 7, unchanged: 0, failed: 2 },
    updatedRecords: 2,
    message: /1 nye komponenter opprettet, 2 komponenter oppdatert \(7 rader\), 2 rader med feil/,
    errors: [
      { line: 8, message: /^Samme Leverandor art\.nr som på linje 3/ },
      { line: 9, column: 'Gjelder fra', message: 'Må være en dato, som 2027-01-01' },
    ],
  }
  const shown = await send('componenttypes', file, { dryRun: 'true' })
  t.match(shown.body, expected, 'a row is held against what those above it will have made')
  t.match(shown.body.priceChanges, [
    { line: 2, what: 'Kostpris', to: 80, validFrom: '2024-01-01' },
    { line: 3, from: 80, to: 90 },
    { line: 5, from: 100, to: 130 },
    { line: 6, from: 5, to: 6, title: 'Mutter' },
  ])
  t.same(await pricesOf('S-1'), [now])

  const { body } = await send('componenttypes', file)
  t.match(body, expected)
  const history = [['2024-01-01', '80'], ['2025-01-01', '90'], now, ['2099-01-01', '130']]
  t.same(await pricesOf('S-1'), history)
  t.same(await pricesOf('M-1'), [
    ['2024-06-01', '5'],
    ['2025-06-01', '6'],
    ['2025-12-01', '5.5'],
    ['2026-06-01', '6'],
  ])

  await importer.ask('POST', `/api/csv-import/jobs/${body.importId}/undo`)
  const { state, undo: account } = await importer.ended(body.importId)
  t.match([state, account], ['undone', { removed: 1, restored: 7, keptCount: 0 }])
  t.same(await pricesOf('S-1'), [now])
  t.same(await pricesOf('K-1'), [['2024-01-01', '2']], 'also what it gave no day of its own')
  t.same(await pricesOf('M-1'), undefined)
})

test('an undo gives a price of today back the date that it said itself', async (t) => {
  const { send, commands, ask, ended } = await startImporter(t)
  const from = (cost: number, day: string) =>
    [heading, `Skrue,S-1,Ahlsell,${cost},${day}`].join('\n')
  const prices = async () =>
    (await commands.find(component, 'supplierArticlenumber', 'S-1'))[0]!.item.prices.map(
      ({ price, validFrom }) => [price.costPrice, validFrom],
    )
  await send('componenttypes', from(100, osloDay()))
  const before = await prices()
  const { body } = await send('componenttypes', from(90, osloDay()))
  await ask('POST', `/api/csv-import/jobs/${body.importId}/undo`)
  await ended(body.importId)
  t.same(await prices(), before)
})

test('a row of a new record that clears its price ends that of an earlier day below it', async (t) => {
  const { send, commands } = await startImporter(t)
  const rows = [heading, 'Skrue,S-1,Ahlsell,,2026-06-01', 'Skrue,S-1,Ahlsell,80,2026-01-01']
  const sent = () => send('componenttypes', rows.join('\n'), { emptyCells: 'clear' })
  t.match((await sent()).body.summary, { created: 1, updated: 1 })
  const [found] = await commands.find(component, 'supplierArticlenumber', 'S-1')
  const prices = found!.item.prices.map(({ from, price }) => [from, price.costPrice])
  t.same(prices, [
    ['2026-01-01', '80'],
    ['2026-06-01', null],
  ])
  t.match((await sent()).body.summary, { updated: 0, unchanged: 2 })
})

test('a dry run asks what its prices do to costs, each whole, and on which day', async (t) => {
  const asked: ImpactQuestion[] = []
  const impact: PriceImpact = { validOn: '2099-01-01', count: 0, largest: [] }
  const askImpact = async (question: ImpactQuestion) => {
    asked.push(impactQuestion.parse(question))
    return impact
  }
  const { send, call } = await startImporter(t, { askImpact })
  const dryRun = (rows: string[]) =>
    send('componenttypes', rows.join('\n'), { dryRun: 'true', currency: 'NOK' })
  await call('POST', '/api/suppliers', { name: 'Ahlsell', orderEmail: 'a@b.no' })
  const pricing = { costPrice: 1500, costPriceCurrency: 'SEK', priceFactor: 1.5, unit: '100 m' }
  const kabel = { description: 'Kabel', supplierArticlenumber: 'K-1', supplierId: 1 }
  await call('POST', '/api/componenttypes', { ...kabel, unit: 'm', pricing })
  const head = 'Beskrivelse,Leverandor art.nr,Leverandor,Kostpris,Kostpris valuta'
  const row = 'Kabel,K-1,Ahlsell,1600,SEK'
  t.same((await dryRun([`${head},Gjelder fra`, `${row},2099-01-01`])).body.impact, impact)
  await dryRun([`${head},Enhet`, `${row},cm`])
  t.match((await dryRun([head, 'Ny,N-1,Ahlsell,5,NOK'])).body.impact, null, 'none to ask about')
  const part = { entityType: 'componenttype', entityId: 1, costPriceCurrency: 'SEK' }
  const price = { ...part, costPrice: 1600, priceFactor: 1.5 }
  t.same(asked, [
    { prices: [{ ...price, unit: '100 m', validFrom: '2099-01-01' }], validOn: '2099-01-01' },
    { prices: [{ ...price, unit: 'cm', partUnit: 'cm' }] },
  ])
})

test('a dry run holds a row against those above it, also if the store answers the later first', async (t) => {
  const log = memoryLog()
  const before = await startImporter(t, { log })
  await before.send('componenttypes', [heading, 'Skrue,S-1,,10,2024-01-01'].join('\n'))
  let reads = 0
  const slow: typeof log = {
    ...log,
    read: async (stream, ...range) => {
      if (stream === 'componenttype-1' && reads++ === 0) await delay(100)
      return log.read(stream, ...range)
    },
  }
  const { send } = await startImporter(t, { log: slow })
  const rows = ['Skrue,S-1,,20,2025-01-01', 'Skrue,S-1,,30,2026-01-01', '']
  const { body } = await send('componenttypes', [heading, ...rows].join('\n'), { dryRun: 'true' })
  t.match(body.priceChanges, [
    { line: 2, from: 10, to: 20 },
    { line: 3, from: 20, to: 30 },
  ])
})
