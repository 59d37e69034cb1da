import { test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import { anImporter } from './testing/importing.ts'

const head =
  'VH;EFONELFO;4.0;NO987654321MVA;;;20200901;;NOK;;Nordlys Elektro AS;Postboks 1;;0101;OSLO;NO'
/** A price file of a wholesaler that does not exist, with goods that nobody sells. */
const priceFile = (...lines: string[]) => [head, ...lines, ''].join('\r\n')
const line = (number: string, rest: string) => `VL;1;${number};Vare ${number};;${rest}`
const piece = (number: string, price: number, more = ';;R10;;;J;10000;;') =>
  line(number, `1;EA;STYKK;${price};10000;20200901;2;${more.slice(1)}`)

const catalogue = async (t: Parameters<typeof anImporter>[0]) => {
  const importer = await anImporter(t)
  const { call } = importer
  await call('POST', '/api/suppliers', { name: 'Nordlys Elektro', orderEmail: 'a@b.no' })
  await call('POST', '/api/suppliers', { name: 'Sørvik', orderEmail: 'a@b.no' })
  const add = (values: object) => call('POST', '/api/componenttypes', values)
  await add({
    description: 'Bryter',
    electricalNumber: '0100001',
    supplierId: 1,
    pricing: { costPrice: 10, priceFactor: 1.4, listPrice: 20 },
  })
  await add({ description: 'Kabel', electricalNumber: '0100002', unit: 'm' })
  await add({ description: 'Sørviks', electricalNumber: '0100003', supplierId: 2 })
  const prices = async (id: number) =>
    (await importer.commands.record(component, id))?.item.price?.price
  return { ...importer, prices, add }
}

test('a price file changes the prices of the components whose El-nummer it has, and nothing else', async (t) => {
  const { send, prices, events, commands } = await catalogue(t)
  const file = priceFile(
    piece('0100001', 2050),
    'VX;BILDE;https://example.com/1.jpg',
    'VA;2;7012345678901;V',
    line('0100002', '2;HMT;100 m;385000;1000000;20200901;2;;R20;;;J;;1000;B'),
    piece('0100003', 900),
    piece('0999999', 100),
    'VL;2;7012345678901;Strekkode;;1;EA;STYKK;100;10000;20200901;2;;;;;;;;',
  )
  const { status, body } = await send('componenttypes', file)
  t.equal(status, 200)
  t.match(body, {
    message: '2 komponenter oppdatert, 3 rader hoppet over',
    summary: { created: 0, updated: 2, unchanged: 0, skipped: 3, failed: 0 },
    errors: [],
    understood: {
      format: 'nelfo',
      text: 'EFO/NELFO 4.0, varefil fra Nordlys Elektro AS, gjelder fra 01.09.2020, NOK, UTF-8',
      rows: 5,
      uniqueIdentifier: 'electricalNumber',
    },
    priceChanges: [
      { line: 2, title: 'Bryter', what: 'Listepris', from: 20, to: 20.5, percent: 2.5 },
    ],
  })
  t.same(await prices(1), {
    costPrice: '10',
    costPriceCurrency: 'NOK',
    priceFactor: '1.4',
    listPrice: '20.5',
    unit: 'stk',
  })
  t.match(
    await prices(2),
    { listPrice: '38.5', costPrice: '34.65', unit: 'm' },
    'per metre, less ten percent',
  )
  t.notOk(await prices(3), 'another supplier has it')
  t.match((await commands.record(component, 2))?.item.values, { description: 'Kabel', unit: 'm' })
  t.match(events().at(-1), {
    type: 'ItemPriced',
    metadata: {
      import: body.importId,
      source: { format: 'EFO/NELFO 4.0', seller: 'Nordlys Elektro AS', sellerId: 'NO987654321MVA' },
    },
  })

  const written = events().length
  const again = await send('componenttypes', file)
  t.match(again.body.summary, { updated: 0, unchanged: 2, skipped: 3 })
  t.equal(events().length, written, 'the same file twice appends nothing the second time')
})
